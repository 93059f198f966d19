/**
 * @file Recovers the queue of a folder, and is killed right before its n-th change of the disk.
 * Called with the folder and n; prints how many changes there were when it came to the end.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

const [folder = '', killedAt = ''] = process.argv.slice(2);
let changes = 0;

function beforeChange(): void {
  changes += 1;
  if (changes === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
}

const { renameSync, rmSync } = fs;
fs.renameSync = (...values) => {
  beforeChange();
  renameSync(...values);
};
fs.rmSync = (...values) => {
  beforeChange();
  rmSync(...values);
};
syncBuiltinESMExports();
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  beforeChange();
  exec.call(this, sql);
};

const { openRecovered } = await import('../../src-main/queue/recovery/recovery.ts');
const { QueueStore } = await import('../../src-main/queue/storage/store.ts');
const { recoveredAt } = await import('./folders.ts');
openRecovered(
  folder,
  () => recoveredAt,
  () => new QueueStore(folder),
).opened.close();
console.log(changes);
