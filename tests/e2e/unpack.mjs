// Unpack the Chromium that npm brought, with its libraries and fonts, into TMPDIR; print the programme's path.
import chromium, { inflate } from '@sparticuz/chromium';

await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');
console.log(await chromium.executablePath());
