/** @file Entry of a thread that searches files for texts: at the speed of the disk, for gigabytes of them. */

import { parentPort } from 'node:worker_threads';
import { answerHere } from '../thread-answer.ts';
import { searchFiles, type TextSearch } from './file-search.ts';

// Only kept-threads.ts starts this file.
parentPort?.on('message', (search: TextSearch) => answerHere(() => searchFiles(search)));
