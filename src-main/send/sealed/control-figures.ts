/** @file The control figures beside the history: what a person has entered is compared by its digest, day by day. */

import { z } from 'zod';
import { canonicalDigest } from '../../audit/canonical-json.ts';
import type { Flaw } from '../../audit/verification.ts';
import type { QueueStore } from '../storage/store.ts';
import { digestOfDay } from '../storage/stored-control.ts';

const entered = z.object({ connection: z.string(), figures: z.record(z.string(), z.string()) });

/** Days whose figures are others than a person has entered, or are gone. What an older Tranship recorded has no digests. */
export function* flawsOfControl(store: Pick<QueueStore, 'historyOfQueue' | 'control'>): Generator<Flaw> {
  const events = store.historyOfQueue().filter(({ kind }) => kind === 'control-entered' || kind === 'control-removed');
  const sealed = new Map(
    events.flatMap((by) => {
      const { connection = '', figures = {} } = entered.safeParse(by.detail).data ?? {};
      return Object.entries(figures).map(([day, digest]) => [`${day}, ${connection}`, { digest, by }] as const);
    }),
  );
  const stored = new Map(store.control.all().map((day) => [`${day.day}, ${day.connection}`, digestOfDay(day)]));
  for (const [day, { digest, by }] of sealed) {
    if (stored.get(day) === digest) continue;
    const { position, at, kind } = by;
    yield {
      why: 'differs',
      from: position,
      to: position,
      at,
      kind,
      queue: { submission: 0, batch: undefined, fields: [day] },
      fingerprint: `differs ${canonicalDigest([day, stored.get(day) ?? null])}`,
    };
  }
}
