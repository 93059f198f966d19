/**
 * @file The threads of Tranship, and where the file of each is. Their sources lie in the rooms that they work for; built, they
 * all lie in one folder with the code that starts them.
 */

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

export function threadFile(name: ThreadName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `./${threadRooms[name]}/${name}.ts` : `./${name}.js`, import.meta.url);
}
