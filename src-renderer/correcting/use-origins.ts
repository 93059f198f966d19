/** @file Which lines of the bank's own file those of a correction were: by these numbers the bank looks for them. */

import { useStore } from 'zustand';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useStores } from '../stores.ts';
import { originsInWords } from './shared-lines.ts';

/** @returns lines in words, by the numbers that they have in the first file; undefined where this is the first one, or that is not known */
export function useOrigins(id: SubmissionRow['id']): (lines: readonly number[]) => string | undefined {
  const { workbenches } = useStores();
  const first = useStore(workbenches(id), (state) => state.first?.origins);
  const last = useStore(workbenches(id), (state) => state.last?.origins);
  const all = [...(first ?? []), ...(last ?? [])];
  const byLine = new Map(all.map((origin) => [origin.of, origin]));
  return (lines) => originsInWords(lines.flatMap((line) => byLine.get(line) ?? []));
}
