/** @file The lines that share an id and are left out, as things are now. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { FaultEntry, RecipeStep, SubmissionRow } from '../../src-shared/contract.ts';
import { useStores } from '../stores.ts';
import { stepsOf } from './draft.ts';
import { type KeepsOne, type LeftOut, leftOutOf } from './shared-lines.ts';

/** @returns what is left out of an entry, by hand or by a step that was taken, or would be with another one */
export function useLeftOut(id: SubmissionRow['id']): (entry: FaultEntry, also?: Partial<KeepsOne>) => LeftOut {
  const { lineEdits, workbenches } = useStores();
  const turns = useStore(workbenches(id), (state) => state.turns);
  const edits = useStore(lineEdits, (state) => state.edits.get(id));
  useEffect(() => void lineEdits.getState().refresh(id), [lineEdits, id]);
  const edited = new Map(edits?.map(({ line, kind }) => [line, kind]));
  const keepsOne = keepsOneBy(stepsOf(turns));
  return (entry, also) => leftOutOf(entry, edited, { ...keepsOne, ...also });
}

function keepsOneBy(steps: readonly RecipeStep[]): KeepsOne {
  const keeping = steps.flatMap((step) => (step.step === 'keep-one' ? [step] : []));
  const ofEach = keeping.find(({ by }) => by === 'id')?.keep;
  const ofNone = new Set(steps.flatMap((step) => (step.step === 'drop-with-fault' ? (step.ids ?? []) : [])));
  return { ofSame: keeping.some(({ by }) => by !== 'id'), ...(ofEach !== undefined && { ofEach }), ofNone };
}
