/**
 * @file Every state of a batch and of a submission with its properties, in one table. Sets, precedence, schemas and SQL
 * lists derive from it; texts and colours use its keys.
 */

export interface StateFacts {
  /**
   * Who takes the next step: checking: the check · deciding: a person · paused: a person, who has paused it · sending:
   * this computer · at-service: the service · ended: no further step
   */
  phase: 'checking' | 'deciding' | 'paused' | 'sending' | 'at-service' | 'ended';
  /** A person must look at it, even if it has ended. */
  needsPerson: boolean;
  /** Whether “try again” has an effect. */
  canRetry: boolean;
  /** A step of it is under way this very moment: the trouble of the attempt before is over. */
  isActive: boolean;
  /** Whether its next step waits while the submission is paused. */
  pauseStops: boolean;
  /** The last block may have left, and there is no proof of arrival: it counts as sent, and never as accepted. */
  isDoubtful: boolean;
  /**
   * How it ended: success · partial: the service accepted some of its lines, and its report names the others · rejected: by the
   * service, whose report says why · unclear: processed, but what became of its lines is not known · failed: it did not get
   * through, or could not be processed · given-up: by a person · settled: by another submission · checked: only its check was
   * wanted
   */
  end?: 'success' | 'partial' | 'rejected' | 'unclear' | 'failed' | 'given-up' | 'settled' | 'checked';
}

const quiet = { needsPerson: false, canRetry: false, isActive: false, pauseStops: false, isDoubtful: false } as const;
const onItsWay = { ...quiet, phase: 'sending' } as const;
const ended = { ...quiet, phase: 'ended' } as const;

/**
 * The states of a batch; send/machine defines the transitions. The order is the precedence: a submission shows the
 * first state that any of its batches is in.
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
  rejected: { ...ended, end: 'rejected', needsPerson: true },
  /** The service has processed it, but its report could not be had or read: which lines it accepted is not known. */
  unreported: { ...ended, end: 'unclear', needsPerson: true, canRetry: true },
  'partially-accepted': { ...ended, end: 'partial', needsPerson: true },
  cancelled: { ...ended, end: 'given-up', canRetry: true },
  processed: { ...ended, end: 'success' },
} as const satisfies Record<string, StateFacts>;

/** The states of a submission: its own until it is approved, then those of its batches. */
export const submissionStates = {
  ...batchStates,
  checking: { ...quiet, phase: 'checking', isActive: true },
  'check-failed': { ...ended, end: 'failed', needsPerson: true, canRetry: true },
  held: { ...quiet, phase: 'deciding', needsPerson: true },
  /** Only its check was wanted. It leads nowhere until a person chooses a connection. */
  checked: { ...ended, end: 'checked' },
  /** What was missing of it is in another submission, which corrects it. */
  corrected: { ...ended, end: 'settled' },
  paused: { ...quiet, phase: 'paused' },
} as const satisfies Record<string, StateFacts>;

export type BatchState = keyof typeof batchStates;
export type SubmissionState = keyof typeof submissionStates;
/** The states without a further transition. */
export type EndState = {
  [State in BatchState]: (typeof batchStates)[State]['phase'] extends 'ended' ? State : never;
}[BatchState];

/** Highest precedence first. */
export const batchStateNames = namesOf(batchStates);
export const submissionStateNames = namesOf(submissionStates);
export const endStates: readonly EndState[] = batchStateNames.filter(isEndState);

export function isEndState(state: BatchState): state is EndState {
  return batchStates[state].phase === 'ended';
}

/** Whether the service has processed a batch that is in this state: all of its lines, or those that it accepted. */
export function isProcessed(state: BatchState): boolean {
  const { end } = factsOf(state);
  return end === 'success' || end === 'partial' || end === 'unclear';
}

interface WordOnLines {
  /** It has accepted lines: all of them, or the valid ones where it was asked for those. They are not sent again. */
  accepted: boolean;
  /** It has rejected lines, and its report says which. */
  rejected: boolean;
}

const noWord = { accepted: false, rejected: false } as const;

/** What the service has said of the lines of a batch that is in this state. */
const wordsOnLines: Record<BatchState, WordOnLines> = {
  uploading: noWord,
  verifying: noWord,
  reserving: noWord,
  waiting: noWord,
  unknown: noWord,
  processing: noWord,
  failed: noWord,
  cancelled: noWord,
  rejected: { accepted: false, rejected: true },
  unreported: noWord,
  'partially-accepted': { accepted: true, rejected: true },
  processed: { accepted: true, rejected: false },
};

export const wordOnLines = (state: BatchState): WordOnLines => wordsOnLines[state];

/** The properties of a state; the literal types of the table are narrower than most callers want. */
export function factsOf(state: SubmissionState): StateFacts {
  return submissionStates[state];
}

function namesOf<Table extends object>(table: Table): [keyof Table & string, ...(keyof Table & string)[]] {
  // The table is a non-empty literal; z.enum needs that in the type.
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}
