/** @file The entry of the command line where Node runs it: `tranship …`. */

import { keepNewFilesPrivate } from '../../ground/files/own-folder.ts';
import { runCommandLine } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { leaveProcess } from './leave-process.ts';
import { portsOfProcess } from './process-ports.ts';

keepNewFilesPrivate();

// Started by launch.cjs over a channel: when that process is killed, this one must not continue alone.
process.once('disconnect', () => leaveProcess(exitCodes.leftInQueue));

await runCommandLine(portsOfProcess({ argv: process.argv.slice(2), end: leaveProcess }));
