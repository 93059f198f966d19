/** @file The threads of Tranship, and the room that each works for, where its source lies. */

/** The room of each thread. */
export const threadRooms = {
  'check-worker': 'check',
  'portion-worker': 'check',
  'scan-worker': 'check',
  'compare-worker': 'check',
  'digest-worker': 'check',
  'line-worker': 'check',
  'transaction-worker': 'check',
  'search-worker': 'check/text-search',
  'trial-worker': 'check/trial',
  'report-worker': 'records/reports',
  'sums-worker': 'records',
  'fix-worker': 'fixing',
  'prepare-worker': 'prepare',
  'piece-worker': 'prepare',
  'examination-worker': 'prepare',
  'queue-worker': 'send/recovery',
  'authorities-worker': 'wire/network',
  'memory-worker': 'shells/electron/self-test',
} as const;

export type ThreadName = keyof typeof threadRooms;
