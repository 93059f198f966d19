/** @file What the service's batch states (§3) mean to us. Pure. */

export interface RemoteState {
  kind: 'processing' | 'processed' | 'rejected' | 'failed';
  /** False for a state that §3 does not list: the provider adds intermediate states over time. */
  known: boolean;
}

interface Meaning {
  kind: RemoteState['kind'];
  /** Whether the service can say so only of a batch whose file has arrived: it follows on the validation. */
  provesArrival: boolean;
}

const states: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['VALIDATION_STARTED', { kind: 'processing', provesArrival: false }],
  ['PENDING_INGESTION', { kind: 'processing', provesArrival: true }],
  ['INITIALIZED', { kind: 'processing', provesArrival: true }],
  ['IN_PROGRESS', { kind: 'processing', provesArrival: true }],
  ['PROCESSED', { kind: 'processed', provesArrival: true }],
  ['VALIDATION_FAILED', { kind: 'rejected', provesArrival: true }],
  ['ERROR', { kind: 'failed', provesArrival: false }],
]);

const meaningOf = (status: string) => states.get(status.trim().toUpperCase());

/** The meaning of a state as the service spells it, in any letter case. An unknown one counts as still processing. */
export function remoteStateOf(status: string): RemoteState {
  const meaning = meaningOf(status);
  return meaning === undefined ? { kind: 'processing', known: false } : { kind: meaning.kind, known: true };
}

/** Whether a remote state proves that the file has arrived. VALIDATION_STARTED, ERROR and unknown states do not. */
export function provesArrival(status: string): boolean {
  return meaningOf(status)?.provesArrival === true;
}
