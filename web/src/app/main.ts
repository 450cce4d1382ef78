import '@fontsource-variable/gabarito';
import './app.css';
import './zoom.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { faceReady } from '../browser/font-loading';
import { serveOffline } from '../browser/updates.svelte';
import { startWords } from '../i18n/translate';
import { useLocalBackend } from '../net/backend';

useLocalBackend(() => import('../offline/local-backend'));
const target = document.getElementById('app');
if (target) void Promise.all([startWords(), faceReady()]).then(() => mount(App, { target }));
serveOffline();
