/** @file Which lines of the bank's own file those of a correction were: by these numbers the bank looks for them. */

import { useStore } from 'zustand';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useStores } from '../stores.ts';
import { numbersOf } from './shared-lines.ts';

/** @returns lines in words, by the numbers that they have in the first file; undefined where this is the first one, or that is not known */
export function useOrigins(id: SubmissionRow['id']): (lines: readonly number[]) => string | undefined {
  const { workbenches } = useStores();
  const first = useStore(workbenches(id), (state) => state.first?.origins);
  const last = useStore(workbenches(id), (state) => state.last?.origins);
  const all = [...(first ?? []), ...(last ?? [])];
  const byLine = new Map(all.map((origin) => [origin.of, origin]));
  return (lines) => originsInWords(lines.flatMap((line) => byLine.get(line) ?? []));
}

/** “lines 23 and 71 of payments_west.jsonl”. */
export function originsInWords(origins: NonNullable<Faults['origins']>): string | undefined {
  const [origin] = origins;
  if (origin === undefined) return undefined;
  return message('{count, plural, one {line {lines}} other {lines {lines}}} of {fileName}', {
    count: origins.length,
    lines: numbersOf(origins.map(({ line }) => line)),
    fileName: origin.fileName,
  });
}
