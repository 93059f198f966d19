/** @file What a full disk is freed of: only what nothing that is open needs. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  acceptedContents,
  type FreeablePorts,
  removeFreeable,
  whatIsFreeable,
} from '../../../src-main/records/retention/freeable.ts';
import { KeptFiles } from '../../../src-main/records/retention/kept-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const OPEN = '00000001-0000-4000-8000-000000000000';
const ENDED = '00000002-0000-4000-8000-000000000000';
const INBOX_ID = '7f3c1f0e-0000-4000-8000-00000000000a';

let folder: string;
let ports: FreeablePorts;
const at = (...names: string[]) => join(folder, ...names);
const put = (bytes: number, ...names: string[]) => {
  mkdirSync(dirname(at(...names)), { recursive: true });
  writeFileSync(at(...names), 'x'.repeat(bytes));
  return at(...names);
};

beforeEach(() => {
  folder = temporaryFolder();
  const copy = put(500, 'inbox', INBOX_ID, 'march.jsonl');
  const own = put(900, 'elsewhere', 'april.jsonl');
  put(40, 'reports', `${OPEN}.json`);
  put(30, 'reports', `${ENDED}.json`);
  put(20, 'report-entries', `${ENDED}.db`);
  put(7, 'queue.damaged-2026.db');
  ports = {
    files: new KeptFiles(folder),
    isOpen: (batchId) => batchId === OPEN,
    acceptedContents: () => [copy, own],
    areReportsManaged: false,
    now: Date.now() + 1000,
  };
});

it('The largest comes first, and neither a file of a person nor a report of an open batch is named', async () => {
  expect(await whatIsFreeable(ports)).toEqual([
    { kind: 'copies', count: 1, bytes: 500 },
    { kind: 'reports', count: 1, bytes: 50 },
    { kind: 'damaged', count: 1, bytes: 7 },
  ]);
});

it('What is removed is what was named', async () => {
  for (const kind of ['copies', 'reports', 'damaged'] as const) expect(await removeFreeable(kind, ports)).toBe(1);
  expect(await whatIsFreeable(ports)).toEqual([]);
  expect(existsSync(at('elsewhere', 'april.jsonl'))).toBe(true);
  expect(existsSync(at('reports', `${OPEN}.json`))).toBe(true);
});

it('Reports are left to the organisation where it says how long they are kept', async () => {
  const managed = { ...ports, areReportsManaged: true };
  expect((await whatIsFreeable(managed)).map(({ kind }) => kind)).toEqual(['copies', 'damaged']);
  expect(await removeFreeable('reports', managed)).toBe(0);
});

it('A copy stays where its folder is needed by another submission, which is not accepted', () => {
  const of = (content: string, state: 'processed' | 'held' | 'rejected') => ({ state, submission: { content } });
  const twice = [of('/a/x', 'processed'), of('/b/x', 'processed'), of('/b/x', 'held'), of('/a/x', 'processed')];
  const beside = [of('/c/x', 'rejected'), of('/c/x.corrected', 'processed'), of('/d/y', 'processed')];
  expect(acceptedContents([...twice, ...beside])).toEqual(['/a/x', '/d/y']);
});
