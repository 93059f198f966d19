/**
 * @file Every change that the product makes on the disk, as it happens in this process. What the folder holds right before
 * and right after one is what a process leaves behind that is killed there.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

export type OnChange = (when: 'before' | 'after') => void;

/** Calls `onChange` around each statement that SQLite executes, and around each file that is renamed or removed. */
export function followChanges(onChange: OnChange): Disposable {
  const { renameSync, rmSync } = fs;
  const { rename } = fs.promises;
  const { exec } = DatabaseSync.prototype;
  const around = <Result>(change: () => Result): Result => {
    onChange('before');
    const result = change();
    onChange('after');
    return result;
  };
  fs.renameSync = (...values) => around(() => renameSync(...values));
  fs.rmSync = (...values) => around(() => rmSync(...values));
  fs.promises.rename = async (...values) => {
    onChange('before');
    await rename(...values);
    onChange('after');
  };
  DatabaseSync.prototype.exec = function (sql) {
    // What begins a transaction, or is a part of one, changes nothing on the disk yet.
    if (sql.startsWith('BEGIN') || (this.isTransaction && sql !== 'COMMIT')) exec.call(this, sql);
    else around(() => exec.call(this, sql));
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]: () => {
      Object.assign(fs, { renameSync, rmSync });
      fs.promises.rename = rename;
      DatabaseSync.prototype.exec = exec;
      syncBuiltinESMExports();
    },
  };
}
