/**
 * @file Every state of a batch and of a submission, and what each means to the rest of the program, in one table. Sets,
 * the order of precedence, the schemas and the lists in SQL derive from it; words and colours are keyed by it.
 */

export interface StateFacts {
  /**
   * checking: the check has the next step · deciding: a person has · paused: a person has stopped it · sending: this
   * computer has · at-service: the service has · ended: nothing leaves this state
   */
  phase: 'checking' | 'deciding' | 'paused' | 'sending' | 'at-service' | 'ended';
  /** A person has to look at it, whether or not it has ended. */
  needsPerson: boolean;
  /** Whether “try again” has something to do. */
  canRetry: boolean;
  /** A step of it is under way this very moment: the trouble of the attempt before is over. */
  isActive: boolean;
  /** Whether its next step waits while the submission is paused. */
  pauseStops: boolean;
  /** The last block may have left, and there is no proof of arrival: it counts as sent, and never as accepted. */
  isDoubtful: boolean;
  /**
   * How it ended: success · refused: by the service, whose report says why · failed: it did not get through, or could not
   * be processed · given-up: by a person
   */
  end?: 'success' | 'refused' | 'failed' | 'given-up';
}

const quiet = { needsPerson: false, canRetry: false, isActive: false, pauseStops: false, isDoubtful: false } as const;
const onItsWay = { ...quiet, phase: 'sending' } as const;
const ended = { ...quiet, phase: 'ended' } as const;

/**
 * The states of a batch; queue/machine leads from one to the next. The order is the order of precedence: a submission is
 * in the first state that any of its batches is in.
 */
export const batchStates = {
  uploading: { ...onItsWay, isActive: true },
  /** The last block may have left, and there is no proof that the storage has the file. */
  verifying: { ...onItsWay, isDoubtful: true, pauseStops: true },
  reserving: { ...onItsWay, isActive: true },
  waiting: { ...onItsWay, pauseStops: true },
  /** As `verifying`, after the service was asked long enough: a person decides whether it is sent again. */
  unknown: { ...quiet, phase: 'deciding', needsPerson: true, canRetry: true, isDoubtful: true },
  processing: { ...quiet, phase: 'at-service' },
  failed: { ...ended, end: 'failed', needsPerson: true, canRetry: true },
  rejected: { ...ended, end: 'refused', needsPerson: true },
  cancelled: { ...ended, end: 'given-up', canRetry: true },
  processed: { ...ended, end: 'success' },
} as const satisfies Record<string, StateFacts>;

/** The states of a submission: its own until it is approved, then those of its batches. */
export const submissionStates = {
  ...batchStates,
  checking: { ...quiet, phase: 'checking', isActive: true },
  'check-failed': { ...ended, end: 'failed', needsPerson: true, canRetry: true },
  held: { ...quiet, phase: 'deciding', needsPerson: true },
  paused: { ...quiet, phase: 'paused' },
} as const satisfies Record<string, StateFacts>;

export type BatchState = keyof typeof batchStates;
export type SubmissionState = keyof typeof submissionStates;
/** The states that nothing leaves. */
export type EndState = {
  [State in BatchState]: (typeof batchStates)[State]['phase'] extends 'ended' ? State : never;
}[BatchState];

/** From the most pressing to the least. */
export const batchStateNames = namesOf(batchStates);
export const submissionStateNames = namesOf(submissionStates);
export const endStates: readonly EndState[] = batchStateNames.filter(isEndState);

export function isEndState(state: BatchState): state is EndState {
  return batchStates[state].phase === 'ended';
}

/** What a state means; the facts of a literal state are narrower than most callers want. */
export function factsOf(state: SubmissionState): StateFacts {
  return submissionStates[state];
}

function namesOf<Table extends object>(table: Table): [keyof Table & string, ...(keyof Table & string)[]] {
  // A table that is written down here has a first entry, which z.enum wants to see in the type.
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}
