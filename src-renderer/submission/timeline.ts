/** @file The history of a submission for people: by day, with one entry for an event of many batches. Pure. */

import { reasonInWords } from '../../src-shared/change-words.ts';
import type { BatchRow, Happening } from '../../src-shared/contract.ts';
import { errorCodes, titleOfError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { happeningInWords, timelineTexts } from '../texts/submission.ts';
import { dayOf, exactTimeOf, timeOf } from '../wording.ts';

export interface TimelineEntry {
  /** When it first happened. */
  at: number;
  time: string;
  words: string;
  /** The batches concerned, unless it concerns the whole submission. */
  batches?: string;
  /** The service's own word. */
  remoteState?: string;
  /** Further text: an error's title, or the reason that a person gave. */
  remark?: string;
  tone: 'plain' | 'good' | 'bad';
}

export interface TimelineDay {
  day: string;
  entries: TimelineEntry[];
}

/** The history by days, oldest first. `batches` are those of the submission in their order. */
export function timelineOf(history: readonly Happening[], batches: readonly Pick<BatchRow, 'number'>[]): TimelineDay[] {
  const positions = new Map(batches.map(({ number }, index) => [number, index + 1]));
  const days: TimelineDay[] = [];
  for (const group of alike(history)) {
    const [first] = group;
    const day = dayOf(first.at);
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] });
    days.at(-1)?.entries.push(entryOf(group, positions));
  }
  return days;
}

type Group = [Happening, ...Happening[]];

/**
 * Groups equal events within the same minute; events of different batches alternate, so a few others may be in between.
 */
function alike(history: readonly Happening[]): Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const happening of history) {
    const { at, kind, state, remoteState, reason, error, batch } = happening;
    const key = JSON.stringify([timeOf(at), dayOf(at), kind, state, remoteState, reason, error, batch === undefined]);
    const group = open.get(key);
    if (batch !== undefined && group !== undefined) group.push(happening);
    else {
      const fresh: Group = [happening];
      groups.push(fresh);
      open.set(key, fresh);
    }
  }
  return groups;
}

function entryOf(group: Group, positions: ReadonlyMap<number, number>): TimelineEntry {
  const [{ at, batch, remoteState, reason, error, ...first }] = group;
  const words = happeningInWords(group[0]);
  const remark = reason !== undefined ? reasonInWords(reason) : error !== undefined && titleOf(error);
  return {
    at,
    time: exactTimeOf(at),
    words,
    ...(batch !== undefined && { batches: batchesInWords(group, positions) }),
    ...(remoteState !== undefined && first.kind === 'status' && { remoteState }),
    ...(typeof remark === 'string' && { remark }),
    tone: error !== undefined || isRefusal(remoteState) ? 'bad' : isSuccess(first, remoteState) ? 'good' : 'plain',
  };
}

const isRefusal = (remoteState: string | undefined) => remoteState === 'VALIDATION_FAILED' || remoteState === 'ERROR';
const isSuccess = ({ kind }: Pick<Happening, 'kind'>, remoteState: string | undefined) =>
  kind === 'accepted' || (kind === 'status' && remoteState === 'PROCESSED');

function batchesInWords(group: Group, positions: ReadonlyMap<number, number>): string {
  const known = group.flatMap(({ batch }) => positions.get(batch ?? -1) ?? []);
  const unique = [...new Set(known)];
  return unique.length === 0
    ? message('A batch that was tried again later')
    : timelineTexts.batches(unique, positions.size);
}

/** The title of an error; the history stores only its code. */
function titleOf(code: string): string {
  const known = errorCodes.find((candidate) => candidate === code);
  return known === undefined ? code : titleOfError(known);
}
