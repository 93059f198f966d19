/** @file Takes a data folder and keeps it until it is killed. Called with the folder and the name of the holder. */

import { lockFolder } from '../../src-main/queue/storage/lock.ts';

const [folder = '', holder = ''] = process.argv.slice(2);
lockFolder(folder, holder);
console.log('locked');
setInterval(() => {}, 60_000);
