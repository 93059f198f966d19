/** @file Exported history: no spreadsheet calculates it, and a program reads back what was found. */

import { describe, expect, it } from 'vitest';
import { historyCsv, historyJsonLines } from '../../src-main/send/history-export.ts';
import type { FoundEntry } from '../../src-main/send/storage/history-search.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { sealedFolder } from '../audit/attacked-folder.ts';

const { folder } = sealedFolder();
const store = new QueueStore(folder, { readOnly: true });
const entries = [...store.iterateHistory({})];
store.close();
const whole = (pieces: Iterable<string>) => [...pieces].join('');

describe('exported history', () => {
  it('has a line for each entry, oldest first, under a head', () => {
    const [head, ...lines] = whole(historyCsv(entries)).trimEnd().split('\r\n');
    expect(head).toBe(
      '\uFEFFtime,file,batchId,what,state,remoteState,person,machine,reason,error,submission,batch,kind,position,hash',
    );
    expect(lines).toHaveLength(entries.length);
    expect(lines[1]).toMatch(/^2026-01-05T09:00:00\.000Z,day\.jsonl,,File added; check started|"File added/);
  });

  it.each(['=cmd|calc', '+1', '-1+1', '@SUM(A1)', '\t=1', 'a;=1', '"quoted", and more\r\nlines'])(
    'is no formula whatever a reason or a file name says: %s',
    (hostile) => {
      const [entry] = entries;
      if (entry === undefined) throw new Error('an entry expected');
      const said: FoundEntry = { ...entry, fileName: hostile, reason: hostile };
      const text = whole(historyCsv([said])).slice(1);
      expect(text).not.toMatch(/(?:^|[,;\t\r\n])"?[=+\-@]/m);
    },
  );

  it('as JSON Lines says the same, each line by itself', () => {
    const lines = whole(historyJsonLines(entries)).trimEnd().split('\n');
    const read = lines.map((line) => JSON.parse(line));
    expect(read.map(({ position }) => position)).toEqual(entries.map(({ position }) => position));
    expect(read.find(({ kind }) => kind === 'approved')).toMatchObject({
      fileName: 'day.jsonl',
      person: 'mara',
      machine: 'desk-7',
      reason: 'agreed',
      submission: 1,
      what: 'Approved for sending',
    });
  });
});
