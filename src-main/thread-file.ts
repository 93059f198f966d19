/**
 * @file The threads of Tranship, and where the file of each is. Their sources lie in the rooms that they work for; built, they
 * all lie in one folder with the code that starts them.
 */

/** The room of each thread. */
export const threadRooms = {
  'check-worker': 'checking',
  'scan-worker': 'checking',
  'compare-worker': 'checking',
  'digest-worker': 'checking',
  'line-worker': 'checking',
  'trial-worker': 'checking/trial',
  'report-worker': 'reports',
  'fix-worker': 'fixing',
  'prepare-worker': 'preparing',
  'piece-worker': 'preparing',
  'examination-worker': 'preparing',
  'queue-worker': 'queue/recovery',
  'authorities-worker': 'network',
  'memory-worker': 'shells/electron/self-test',
} as const;

export type ThreadName = keyof typeof threadRooms;

export function threadFile(name: ThreadName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? `./${threadRooms[name]}/${name}.ts` : `./${name}.js`, import.meta.url);
}
