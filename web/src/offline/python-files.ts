/** What must be fetched before anything can be played without a network. */

import type { PythonFile } from './worker-messages';

export const FILES: readonly PythonFile[] = __PYTHON__;
export const SIZE = FILES.reduce((sum, file) => sum + file.bytes, 0);
