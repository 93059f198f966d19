/** @file Events for the page. What a person has caused waits until there is a page: Electron drops what is sent before. */

import type { WebContents } from 'electron';
import type { Told } from '../../../src-shared/contract.ts';
import { sendEvent } from './contract-over-ipc.ts';

/** More than a person causes while a page loads. */
const MOST_WAITING = 100;

export type MailContents = Pick<WebContents, 'on' | 'isDestroyed' | 'send'>;

/** Returns a function that sends an event, now or once the page is there. */
export function mailTo(contents: MailContents): (...told: Told) => void {
  let isThere = false;
  let waiting: Told[] = [];
  const arrive = () => {
    isThere = true;
    const sent = waiting;
    waiting = [];
    for (const told of sent) sendEvent(contents, ...told);
  };
  const leave = () => {
    isThere = false;
  };
  // The preload has run by then, and keeps events for the first listener.
  contents.on('dom-ready', arrive);
  contents.on('did-finish-load', arrive);
  contents.on('did-navigate', leave);
  contents.on('render-process-gone', leave);
  return (...told) => {
    if (isThere) sendEvent(contents, ...told);
    // A page that loads takes a snapshot of the queue, which has its changes.
    else if (told[0] !== 'queue.changed' && waiting.length < MOST_WAITING) waiting.push(told);
  };
}
