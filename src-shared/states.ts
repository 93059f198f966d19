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
}

const onItsWay = { phase: 'sending', needsPerson: false, canRetry: false } as const;

/**
 * The states of a batch; queue/machine defines the transitions. The order is the precedence: a submission shows the
 * first state that any of its batches is in.
 */
export const batchStates = {
  uploading: onItsWay,
  /** The last block may have left, and there is no proof that the storage has the file. */
  verifying: onItsWay,
  reserving: onItsWay,
  waiting: onItsWay,
  /**
   * As `verifying`, after the app has asked the service for long enough: a person decides whether to send the batch
   * again.
   */
  unknown: { phase: 'deciding', needsPerson: true, canRetry: true },
  processing: { phase: 'at-service', needsPerson: false, canRetry: false },
  failed: { phase: 'ended', needsPerson: true, canRetry: true },
  rejected: { phase: 'ended', needsPerson: true, canRetry: false },
  cancelled: { phase: 'ended', needsPerson: false, canRetry: true },
  processed: { phase: 'ended', needsPerson: false, canRetry: false },
} as const satisfies Record<string, StateFacts>;

/** The states of a submission: its own until it is approved, then those of its batches. */
export const submissionStates = {
  ...batchStates,
  checking: { phase: 'checking', needsPerson: false, canRetry: false },
  'check-failed': { phase: 'ended', needsPerson: true, canRetry: true },
  held: { phase: 'deciding', needsPerson: true, canRetry: false },
  paused: { phase: 'paused', needsPerson: false, canRetry: false },
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

/** The properties of a state; the literal types of the table are narrower than most callers want. */
export function factsOf(state: SubmissionState): StateFacts {
  return submissionStates[state];
}

function namesOf<Table extends object>(table: Table): [keyof Table & string, ...(keyof Table & string)[]] {
  // The table is a non-empty literal; z.enum needs that in the type.
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}
