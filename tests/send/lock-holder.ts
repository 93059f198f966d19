/**
 * @file Takes a data folder and keeps it until it is killed. Called with the folder and the name of the holder. As in a
 * process that has worked for a while, the garbage has been collected when it says `locked`.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lockFolder } from '../../src-main/ground/files/folder-lock.ts';

const [folder = '', holder = ''] = process.argv.slice(2);
lockFolder(folder, holder);
setFlagsFromString('--expose-gc');
setTimeout(() => {
  runInNewContext('gc')();
  console.log('locked');
}, 10);
setInterval(() => {}, 60_000);
