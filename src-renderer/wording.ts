/** @file States, sizes and actions in the words of the people who use the window. Pure. */

import prettyBytes from 'pretty-bytes';
import type { Stage, SubmissionRow } from '../src-preload/contract.ts';

type State = SubmissionRow['state'];

const stateWords: Record<State, string> = {
  checking: 'Being checked',
  'check-failed': 'Could not be checked',
  held: 'Held back: waits for your decision',
  paused: 'Paused',
  waiting: 'Waiting to be sent',
  reserving: 'Preparing to send',
  uploading: 'Being sent',
  verifying: 'Finding out what arrived',
  processing: 'Sent, the service is working on it',
  processed: 'Done',
  rejected: 'Refused by the service',
  failed: 'Not sent',
  cancelled: 'Cancelled',
};

export const stateInWords = (state: State): string => stateWords[state];

/** How a state is coloured: moving, in need of a person, ended well, or at rest. */
export type Tone = 'moving' | 'trouble' | 'done' | 'resting';

const tones: Record<State, Tone> = {
  checking: 'moving',
  'check-failed': 'trouble',
  held: 'trouble',
  paused: 'resting',
  waiting: 'resting',
  reserving: 'moving',
  uploading: 'moving',
  verifying: 'moving',
  processing: 'moving',
  processed: 'done',
  rejected: 'trouble',
  failed: 'trouble',
  cancelled: 'resting',
};

export const toneOf = (state: State): Tone => tones[state];

/** What a person can do to a submission. */
export type Action = 'pause' | 'resume' | 'retry' | 'cancel';

/** What each action is called, and what it costs. */
export const actionWords: Record<Action, { label: string; explanation: string }> = {
  pause: { label: 'Pause', explanation: 'Stops sending. The batch under way starts again from its beginning later.' },
  resume: { label: 'Resume', explanation: 'Goes on sending.' },
  retry: { label: 'Retry', explanation: 'Tries again what did not succeed.' },
  cancel: { label: 'Cancel', explanation: 'Gives up what is not done. The service may still process what it has got.' },
};

const unfinished: ReadonlySet<State> = new Set(['waiting', 'reserving', 'uploading', 'verifying']);
const retryable: ReadonlySet<State> = new Set(['check-failed', 'failed', 'cancelled']);
const cancellable: ReadonlySet<State> = new Set([...unfinished, 'checking', 'held', 'paused', 'processing']);

/** The actions that make sense for a submission as it stands, in the order in which they are offered. */
export function actionsFor({ state, paused, batches }: Pick<SubmissionRow, 'state' | 'paused' | 'batches'>): Action[] {
  const someFailed = batches.some((batch) => batch.state === 'failed');
  const actions: Action[] = [];
  if (paused && !retryable.has(state) && cancellable.has(state)) actions.push('resume');
  else if (unfinished.has(state)) actions.push('pause');
  if (retryable.has(state) || someFailed) actions.push('retry');
  if (cancellable.has(state)) actions.push('cancel');
  return actions;
}

export const size = (bytes: number): string => prettyBytes(bytes, { maximumFractionDigits: 1 });

const numbers = new Intl.NumberFormat('en');

/** A number with its noun: “1 line”, “2,300,000 lines”, “2 batches”. */
export function counted(count: number, noun: 'line' | 'error' | 'warning' | 'batch'): string {
  const plural = noun === 'batch' ? 'batches' : `${noun}s`;
  return `${numbers.format(count)} ${count === 1 ? noun : plural}`;
}

/** How far a stage has come, of all the bytes there are to send; only the very end counts as all. */
export function stageInWords(stage: Stage, whole: Stage): string {
  if (stage.bytes === 0) return '–';
  if (stage.bytes >= whole.bytes) return 'all';
  return `${Math.floor((100 * stage.bytes) / whole.bytes)} %`;
}
