/** The words of rooms, which come with the first page that shows one. */

import words from './words/en/lobby.json';
import { addWords } from './translate';

addWords('en', words);
