/** @file Holds a file open, as scanners, backups and indexers do: for so many milliseconds, or until it is ended. */
'use strict';

const { constants, openSync, writeSync } = require('node:fs');

/** What libuv opens a file with that no other program may open, on Windows only; Node does not name it. */
const UV_FS_O_EXLOCK = 0x10000000;

const [, , path, how, duration] = process.argv;
openSync(path, how === 'exclusively' ? UV_FS_O_EXLOCK : constants.O_RDONLY);
writeSync(1, 'held\n');
setTimeout(() => {}, Number(duration ?? 2 ** 30));
