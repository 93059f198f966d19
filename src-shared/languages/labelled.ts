/** @file What is said of something, after its name: each language sets the colon in its own way. Pure. */

import { message } from './message.ts';

/** “Sender:” */
export const withColon = (label: string): string => message('{label}:', { label });

/** “Sender: full name” */
export const labelled = (label: string, words: string): string => `${withColon(label)} ${words}`;
