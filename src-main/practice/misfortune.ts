/** @file The misfortunes that the practice tenant can play, and their spelling on the command line. */

import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact, together } from '../../src-shared/languages/fact.ts';
import { misfortuneMeanings, reportShapes } from '../../src-shared/misfortune-meanings.ts';
import { faultOf } from '../check/rules/hand-written.ts';
import { endpointNames, type PracticeEndpoint } from './endpoint.ts';

/** How often it strikes; without it, until other misfortunes are set. */
const times = z.int().positive().optional();
/** It strikes at every n-th occasion that fits; without it, at each. */
const every = z.int().positive().optional();
/** Where it strikes; without it, at any endpoint of the service, including the token endpoint. */
const endpoint = z.enum(endpointNames).optional();
const errorStatus = z.int().min(400).max(599);

const misfortuneSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('scan-fails'), times }),
  z.strictObject({ name: z.literal('processing-error'), times }),
  z.strictObject({ name: z.literal('unknown-state'), state: z.string().min(1).optional(), times }),
  z.strictObject({ name: z.literal('early-state'), state: z.string().min(1).optional(), times }),
  z.strictObject({ name: z.literal('unknown-before-arrival'), times }),
  z.strictObject({ name: z.literal('forget-batch'), times }),
  z.strictObject({ name: z.literal('report-shape'), shape: z.enum(reportShapes), times }),
  z.strictObject({ name: z.literal('expire-upload-url'), seconds: z.int().nonnegative().optional(), times }),
  z.strictObject({ name: z.literal('drop-put-after'), bytes: z.int().nonnegative(), times }),
  z.strictObject({ name: z.literal('stall-put-after'), bytes: z.int().nonnegative(), times }),
  z.strictObject({ name: z.literal('swallow-put-reply'), times }),
  z.strictObject({
    name: z.literal('storage-status'),
    status: errorStatus,
    code: z
      .string()
      .regex(/^[A-Za-z]+$/)
      .optional(),
    retryAfterSeconds: z.int().nonnegative().optional(),
    /** What the storage has done by then: nothing, or read the whole file without storing it. */
    after: z.enum(['before', 'body']).optional(),
    endpoint: z.enum(['upload', 'report-download']).optional(),
    times,
  }),
  z.strictObject({
    name: z.literal('redirect-upload'),
    to: z.enum(['storage', 'elsewhere', 'circle']).optional(),
    times,
  }),
  z.strictObject({
    name: z.literal('foreign-address'),
    to: z.string().min(1),
    of: z.enum(['upload', 'report']).optional(),
    every,
    times,
  }),
  z.strictObject({ name: z.literal('redirect-report'), to: z.string().min(1), times }),
  z.strictObject({ name: z.literal('slow-upload'), bytesPerSecond: z.int().positive(), times }),
  z.strictObject({
    name: z.literal('service-status'),
    status: errorStatus,
    endpoint,
    asHtml: z.boolean().optional(),
    every,
    times,
  }),
  z.strictObject({
    name: z.literal('rate-limit'),
    retryAfterSeconds: z.int().nonnegative().optional(),
    endpoint,
    every,
    times,
  }),
  z.strictObject({ name: z.literal('swallow-reply'), endpoint, every, times }),
  z.strictObject({ name: z.literal('rules-fail'), times }),
  z.strictObject({ name: z.literal('reject-token'), every, times }),
  z.strictObject({ name: z.literal('forbid'), endpoint, times }),
  z.strictObject({ name: z.literal('bad-json'), endpoint, times }),
  z.strictObject({ name: z.literal('slow'), milliseconds: z.int().positive(), endpoint, every, times }),
]);

export type Misfortune = z.infer<typeof misfortuneSchema>;
export type MisfortuneName = Misfortune['name'];
export type MisfortuneOf<Name extends MisfortuneName> = Extract<Misfortune, { name: Name }>;

/** Here, and not beside them, so that a help text loads no schema. */
const meanings: Readonly<Record<MisfortuneName, Fact>> = misfortuneMeanings;

/**
 * Reads `name` or `name:key=value,key=value`, e.g. `drop-put-after:bytes=1000000,times=2`. Throws AppError
 * `usage.invalid`, which names the wrong part.
 */
export function parseMisfortune(text: string): Misfortune {
  const [name = '', ...rest] = text.split(':');
  const entries: Record<string, unknown> = { name };
  for (const pair of rest.join(':').split(',')) {
    if (pair === '' && rest.join('') === '') continue;
    const [, key, value] = /^([a-zA-Z]+)=(.+)$/.exec(pair) ?? [];
    if (key === undefined || value === undefined || key in entries) {
      throw new AppError('usage.invalid', {
        problem: fact('“{text}”: “{pair}” is not one key=value.', { text, pair }),
      });
    }
    entries[key] = readValue(value);
  }
  const result = misfortuneSchema.safeParse(entries);
  if (result.success) return result.data;
  if (!Object.hasOwn(meanings, name)) {
    const names = Object.keys(meanings).join(', ');
    throw new AppError('usage.invalid', {
      problem: fact('“{text}”: there is no misfortune of this name, only {names}.', { text, names }),
    });
  }
  const problems = result.error.issues.map((issue) =>
    fact('“{place}” {problem}.', { place: issue.path.join('.') || text, problem: faultOf(issue, entries) }),
  );
  throw new AppError('usage.invalid', { problem: together(problems) });
}

function readValue(text: string): string | number | boolean {
  if (/^-?\d+$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** The misfortunes to come. On each occasion the first one that fits strikes, and is used up once. */
export class Misfortunes {
  #remaining: { misfortune: Misfortune; times: number; every: number; occasions: number }[] = [];

  constructor(misfortunes: readonly Misfortune[]) {
    this.replace(misfortunes);
  }

  replace(misfortunes: readonly Misfortune[]): void {
    this.#remaining = misfortunes.map((misfortune) => ({
      misfortune,
      times: misfortune.times ?? Infinity,
      every: ('every' in misfortune ? misfortune.every : undefined) ?? 1,
      occasions: 0,
    }));
  }

  /** The first misfortune with one of these names that fits the occasion. */
  strike<Name extends MisfortuneName>(
    names: readonly Name[],
    fits: (misfortune: MisfortuneOf<Name>) => boolean = () => true,
  ): MisfortuneOf<Name> | undefined {
    for (const entry of this.#remaining) {
      if (entry.times === 0 || !isNamed(entry.misfortune, names) || !fits(entry.misfortune)) continue;
      entry.occasions += 1;
      if (entry.occasions % entry.every !== 0) continue;
      entry.times -= 1;
      return entry.misfortune;
    }
    return undefined;
  }

  /** As `strike`, but a misfortune that is tied to another endpoint does not fit. */
  strikeAt<Name extends MisfortuneName>(
    endpoint: PracticeEndpoint,
    names: readonly Name[],
  ): MisfortuneOf<Name> | undefined {
    const isHere = (misfortune: { name: string; endpoint?: PracticeEndpoint | undefined }) =>
      misfortune.endpoint === undefined || misfortune.endpoint === endpoint;
    return this.strike(names, isHere);
  }
}

function isNamed<Name extends MisfortuneName>(
  misfortune: Misfortune,
  names: readonly Name[],
): misfortune is MisfortuneOf<Name> {
  return names.some((name) => name === misfortune.name);
}
