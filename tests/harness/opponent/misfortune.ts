/**
 * @file What goes wrong at the opponent, as data: to which endpoint, at which of its requests, and what happens then. Pure.
 */

import { z } from 'zod';
import { type Answer, type Exchange, json, xml } from './exchange.ts';
import { endpointSchema } from './journal.ts';

/** An answer in place of the work. */
const madeUpSchema = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Of the service: a text is sent as it is, anything else as JSON. Of the storage: the code of its error. */
  body: z.unknown().default({}),
  /** Whether the storage reads the upload first; it keeps nothing of it. */
  afterBody: z.boolean().default(false),
});

const happeningSchema = z.union([
  madeUpSchema,
  z.enum([
    /** The work is done, and the connection breaks before the answer. */
    'lost-reply',
    /** No answer comes, and nothing is done. */
    'silence',
    /** The work waits until the test lets all go on. */
    'hold',
    /** Of a reservation: the address is over when it is given out, or its signature is wrong. */
    'expired-address',
    'forged-address',
    /** Of an upload: the storage sends it on to another of its addresses, or under another name of its host. */
    'redirect',
    'redirect-elsewhere',
  ]),
]);
export type Happening = z.infer<typeof happeningSchema>;

export const misfortuneSchema = z.strictObject({
  endpoint: endpointSchema,
  happens: happeningSchema,
  /** So many requests pass first. */
  after: z.int().default(0),
  /** Then every so manieth is hit. */
  every: z.int().positive().default(1),
  /** So many are hit; all of them, if it is 0. */
  times: z.int().default(1),
  /** Only requests count that have this in their address or body. */
  about: z.string().default(''),
});
export type Misfortune = z.input<typeof misfortuneSchema>;

/** 429 of any endpoint. */
export function tooMany(seconds: number) {
  return { status: 429, headers: { 'retry-after': String(seconds) } };
}

/** The misfortunes that are still to come. */
export class Misfortunes {
  #planned: { readonly plan: z.output<typeof misfortuneSchema>; seen: number; hits: number }[] = [];

  /** In place of those before. */
  plan(misfortunes: readonly Misfortune[]): void {
    this.#planned = [];
    this.add(...misfortunes);
  }

  add(...misfortunes: readonly Misfortune[]): void {
    for (const misfortune of misfortunes)
      this.#planned.push({ plan: misfortuneSchema.parse(misfortune), seen: 0, hits: 0 });
  }

  /** What happens to this request. All that wait for such a one have seen it then; the first one hits. */
  strike({ seen: { endpoint, target, body } }: Exchange): Happening | undefined {
    let struck: Happening | undefined;
    for (const planned of this.#planned) {
      const { plan } = planned;
      if (plan.endpoint !== endpoint || !`${target}\n${body}`.includes(plan.about)) continue;
      planned.seen += 1;
      const place = planned.seen - plan.after;
      const isDue = place > 0 && place % plan.every === 0 && (plan.times === 0 || planned.hits < plan.times);
      if (!isDue || struck !== undefined) continue;
      planned.hits += 1;
      struck = plan.happens;
    }
    return struck;
  }
}

/** The answer of a misfortune that is one. */
export function madeUp({ status, headers, body }: z.output<typeof madeUpSchema>, by: 'service' | 'storage'): Answer {
  if (by === 'storage') {
    const code = typeof body === 'string' ? body : 'SlowDown';
    return xml(status, code, 'Please reduce your request rate', headers);
  }
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  return json(status, body, headers);
}
