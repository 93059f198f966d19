/** @file Recovers the queue of a folder, and is killed right before its n-th change of the disk. Called with the folder and n. */

import { followChanges } from '../harness/changes-of-disk.ts';

const [folder = '', killedAt = ''] = process.argv.slice(2);
let changes = 0;
followChanges((when) => {
  if (when === 'before') changes += 1;
  if (changes === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
});

const { openRecovered } = await import('../../src-main/send/recovery/recovery.ts');
const { QueueStore } = await import('../../src-main/send/storage/store.ts');
const { recoveredAt } = await import('./folders.ts');
openRecovered(
  folder,
  () => recoveredAt,
  () => new QueueStore(folder),
).opened.close();
