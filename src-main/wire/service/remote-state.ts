/** @file What the service's batch states (§3) mean to us. Pure. */

export interface RemoteState {
  kind: 'processing' | 'processed' | 'rejected' | 'failed';
  /** False for a state that §3 does not list: the provider adds intermediate states over time. */
  known: boolean;
}

const kinds: ReadonlyMap<string, RemoteState['kind']> = new Map([
  ['VALIDATION_STARTED', 'processing'],
  ['PENDING_INGESTION', 'processing'],
  ['INITIALIZED', 'processing'],
  ['IN_PROGRESS', 'processing'],
  ['PROCESSED', 'processed'],
  ['VALIDATION_FAILED', 'rejected'],
  ['ERROR', 'failed'],
]);

/** The meaning of a state as the service spells it, in any letter case. An unknown one counts as still processing. */
export function remoteStateOf(status: string): RemoteState {
  const kind = kinds.get(status.trim().toUpperCase());
  return kind === undefined ? { kind: 'processing', known: false } : { kind, known: true };
}

/** Every state of §3 that follows on the validation: the service cannot name it for a batch whose file never came. */
const afterValidation: ReadonlySet<string> = new Set([
  'VALIDATION_FAILED',
  'PENDING_INGESTION',
  'INITIALIZED',
  'IN_PROGRESS',
  'PROCESSED',
]);

/** Whether a remote state proves that the file has arrived. VALIDATION_STARTED, ERROR and unknown states do not. */
export function provesArrival(status: string): boolean {
  return afterValidation.has(status.trim().toUpperCase());
}
