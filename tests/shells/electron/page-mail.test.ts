import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { type MailContents, mailTo } from '../../../src-main/shells/electron/page-mail.ts';
import type { Told } from '../../../src-shared/contract.ts';

let contents: EventEmitter;
let received: string[];
let send: (...told: Told) => void;

beforeEach(() => {
  received = [];
  contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send: (name: string) => void received.push(name),
  });
  // The part of the contents that events need.
  send = mailTo(contents as unknown as MailContents);
});

it('An event that a person causes before there is a page waits for it', () => {
  send('page.show', { page: 'connections' });
  send('files.offered', { offers: [], refused: [] });
  expect(received).toEqual([]);
  contents.emit('dom-ready');
  expect(received).toEqual(['page.show', 'files.offered']);
});

it('Each event is sent once', () => {
  send('page.show', { page: 'connections' });
  contents.emit('dom-ready');
  contents.emit('did-finish-load');
  expect(received).toEqual(['page.show']);
});

it('A change of the queue does not wait, because a new page takes a snapshot', () => {
  send('queue.changed', { sequence: 1, submissions: [], removed: [] });
  contents.emit('dom-ready');
  expect(received).toEqual([]);
});

it.each(['render-process-gone', 'did-navigate'])('An event waits for the next page after %s', (leaving) => {
  contents.emit('dom-ready');
  contents.emit(leaving);
  send('page.show', { page: 'queue' });
  expect(received).toEqual([]);
  contents.emit('dom-ready');
  expect(received).toEqual(['page.show']);
});

it('What waits for a page that never comes is bounded', () => {
  for (let count = 0; count < 1000; count++) send('page.show', { page: 'queue' });
  contents.emit('dom-ready');
  expect(received).toHaveLength(100);
});
