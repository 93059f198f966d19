/** @file Reads a database again and again until it is killed, and lets each read last. Called with its path. */

import { openDatabase } from '../../src-main/send/storage/database.ts';

const [path = ''] = process.argv.slice(2);
const database = openDatabase(path, { readOnly: true });
database.exec('BEGIN');
database.prepare('SELECT count(*) FROM requests').get();
console.log('reading');
setInterval(() => database.prepare('SELECT count(*) FROM requests').get(), 1);
