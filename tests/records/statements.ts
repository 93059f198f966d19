/** @file Statements of one day of sent files, as a person asks for them. */

import { sumDays, sumLines } from '../../src-main/records/line-sums.ts';
import { statementOf } from '../../src-main/records/statement.ts';
import type { AskSentBefore } from '../../src-main/records/went-before.ts';
import type { IdsThere } from '../../src-main/records/went-once.ts';
import type { QueueStore } from '../../src-main/send/storage/store.ts';
import { transaction } from '../check/sources.ts';

/** On which the sample files are added. */
export const days = { from: '2026-01-05', to: '2026-01-05' };

/** The day of all sample transactions. */
export const made = transaction(1).modification.created_at.slice(0, 10);

export const stated = (store: QueueStore, asked: object = {}, sentBefore?: AskSentBefore, ids?: IdsThere) =>
  statementOf(
    store,
    { ...days, ...asked },
    {
      signal: new AbortController().signal,
      sumUp: async (request) => sumLines(request),
      sumDays: async (request) => sumDays(request),
      sentBefore,
      ids,
    },
  );

/** With what the core system says. */
export const asked = (text: string) => ({ control: { text, name: 'core.csv' } });
