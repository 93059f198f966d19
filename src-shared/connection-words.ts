/** @file How a connection is called where people read it. Pure. */

import { PRACTICE_CONNECTION } from './connection-shapes.ts';
import { message } from './languages/message.ts';

/** The name of a connection; that of the one to practise with in the words of the language. */
export const connectionInWords = (name: string): string => (name === PRACTICE_CONNECTION ? message('Practice') : name);

/** As a sentence names the service: a practice service by that, since its host says nothing to a reader. */
export const serviceInWords = ({ serviceHost, isPractice }: { serviceHost: string; isPractice?: boolean }): string =>
  isPractice ? message('the practice service') : serviceHost;
