/**
 * @file From where a service counts the lines of its reports, where that is known beforehand: a person has set it, or an earlier report
 * of the service has proven it. In the settings file, by the base address of the service.
 */

import { z } from 'zod';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import type { CountedFrom, ReadingFacts } from './reading-facts.ts';

const KEY = 'reportLines';
const first = z.union([z.literal(0), z.literal(1)]);
/** `both`: one report has proven this, and another one that. */
const learnt = z.union([first, z.literal('both')]).optional();
/** People edit the file, so an invalid entry counts as missing. */
const keptSchema = z.object({ set: first.optional(), line: learnt, index: learnt }).catch({});
type Kept = z.infer<typeof keptSchema>;

const bases = ['line', 'index'] as const;

export class ReportLines {
  readonly #file: SettingsFile;

  constructor(file: SettingsFile) {
    this.#file = file;
  }

  /** What is known of the service that this destination leads to; undefined where nothing is. */
  of(destination: string): CountedFrom | undefined {
    const { set, ...proven } = this.#kept(destination);
    const known: CountedFrom = { ...(set !== undefined && { set }) };
    for (const basis of bases) {
      const from = proven[basis];
      if (from === 0 || from === 1) known[basis] = from;
    }
    return Object.keys(known).length === 0 ? undefined : known;
  }

  /** A person says it, or with undefined no longer. @throws AppError folder.unusable, disk.full */
  set(destination: string, from: 0 | 1 | undefined): void {
    const { set: _, ...rest } = this.#kept(destination);
    this.#save(destination, { ...rest, ...(from !== undefined && { set: from }) });
  }

  /** A report that was relied on has proven it, or has not. @throws AppError folder.unusable, disk.full */
  learn(destination: string, { numbering }: Pick<ReadingFacts, 'numbering'>): void {
    const kept = this.#kept(destination);
    const now: Kept = { ...kept };
    for (const basis of bases) {
      const { evidence, first: from } = numbering[basis] ?? {};
      if (evidence !== 'identifiers' && evidence !== 'numbers') continue;
      now[basis] = kept[basis] === undefined || kept[basis] === from ? from : 'both';
    }
    if (bases.some((basis) => now[basis] !== kept[basis])) this.#save(destination, now);
  }

  #kept(destination: string): Kept {
    return keptSchema.parse(new Map(Object.entries(keptObject(this.#file, KEY))).get(serviceOf(destination)) ?? {});
  }

  #save(destination: string, kept: Kept): void {
    this.#file.set(KEY, { ...keptObject(this.#file, KEY), [serviceOf(destination)]: kept });
  }
}

/** Its base address, with which a destination begins. */
function serviceOf(destination: string): string {
  return destination.split(' ', 1)[0] ?? destination;
}
