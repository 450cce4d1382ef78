import '@fontsource-variable/gabarito';
import './app.css';
import './zoom.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { fontReady } from '../browser/font-loading';
import { serveOffline } from '../browser/updates.svelte';
import { loadLanguage } from '../i18n/translate';
import { useLocalBackend } from '../net/backend';

useLocalBackend(() => import('../offline/local-backend'));
const target = document.getElementById('app');
if (target) void Promise.all([loadLanguage(), fontReady()]).then(() => mount(App, { target }));
serveOffline();
