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
}

const onItsWay = { phase: 'sending', needsPerson: false, canRetry: false } as const;

/**
 * The states of a batch; queue/machine leads from one to the next. The order is the order of precedence: a submission is
 * in the first state that any of its batches is in.
 */
export const batchStates = {
  uploading: onItsWay,
  /** The last block may have left, and there is no proof that the storage has the file. */
  verifying: onItsWay,
  reserving: onItsWay,
  waiting: onItsWay,
  /** As `verifying`, after the service was asked long enough: a person decides whether it is sent again. */
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
