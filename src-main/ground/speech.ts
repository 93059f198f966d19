/**
 * @file Two languages in one process: a command speaks that of the person at the terminal, and the app that it asks speaks
 * English, as in a process of its own: in its logs, and in what it stores. Each is spoken by all that is begun in it.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { english } from '../../src-shared/languages/languages.ts';
import { type Speech, speakBy } from '../../src-shared/languages/message.ts';

export type { Speech } from '../../src-shared/languages/message.ts';

const speeches = new AsyncLocalStorage<Speech>();
speakBy(() => speeches.getStore());

export const spokenEnglish: Speech = { language: english, catalogue: {} };

/** Does something, and all that follows from it, in a language. */
export const inSpeech = <Result>(speech: Speech, work: () => Result): Result => speeches.run(speech, work);

/** As the app does, whoever asks it. */
export const asTheApp = <Result>(work: () => Result): Result => inSpeech(spokenEnglish, work);

/** The same function, which speaks as it is spoken here, wherever it is called. */
export const asHere = AsyncLocalStorage.bind;
