import '@fontsource-variable/gabarito';
import './app.css';
import './zoom.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { faceReady } from './face';
import { serveOffline } from './offline/update.svelte';
import { startWords } from './words';

const target = document.getElementById('app');
if (target) void Promise.all([startWords(), faceReady()]).then(() => mount(App, { target }));
serveOffline();
