/** @file What other desks of the team read of an entry of the history. */

import { expect, it } from 'vitest';
import type { ChainedEntry } from '../../src-main/audit/chain.ts';
import { isTold, teamEventOf } from '../../src-main/team/history/team-event.ts';

const entry = (more: Partial<ChainedEntry> = {}): ChainedEntry => ({
  position: 7,
  at: 1000,
  submission: 3,
  batch: undefined,
  kind: 'approved',
  detail: '{}',
  recorder: { user: 'mara', machine: 'desk-7', version: '1' },
  key: undefined,
  seal: undefined,
  previousHash: '',
  hash: 'a'.repeat(64),
  ...more,
});
const subject = { file: 'november.jsonl', destination: 'https://tm.example' };

it('what people do and what leaves the desk is told; how the service is asked is not', () => {
  expect(['approved', 'accepted', 'retried', 'cancelled', 'rule-set-changed'].every(isTold)).toBe(true);
  expect(['begin', 'status', 'report-kept', 'sealed', 'something-newer'].some(isTold)).toBe(false);
});

it('of its detail only what is known to be fit for others', () => {
  const detail = JSON.stringify({ batchId: 'b', path: '/home/mara', host: 'storage', errors: 2, address: 'signed' });
  expect(teamEventOf(entry({ detail }), subject, 5000)).toEqual({
    position: 7,
    hash: 'a'.repeat(64),
    kind: 'approved',
    ageMs: 4000,
    detail: { ...subject, submission: 3, batchId: 'b', errors: 2, user: 'mara', machine: 'desk-7' },
  });
});

it('a detail that is damaged, too long or of another form does not keep the rest from being told', () => {
  expect(teamEventOf(entry({ detail: 'no JSON' }), subject, 0)).toMatchObject({ detail: subject, ageMs: 0 });
  const odd = JSON.stringify({ reason: 'x'.repeat(5000), bytes: 'many', changes: ['x'.repeat(20_000)] });
  const { detail } = teamEventOf(entry({ detail: odd, submission: 0 }), undefined, 0);
  expect(detail['reason']).toHaveLength(1001);
  expect(detail).toMatchObject({ bytes: undefined, changes: undefined });
});
