#!/usr/bin/env node
/**
 * @file What `tranship` on the command line starts: the built program, on a Node that can run it. The machine's own Node
 * may be too old for node:sqlite; then the one this project installs is used.
 */
'use strict';

const { spawn } = require('node:child_process');
const { existsSync, lstatSync, mkdirSync, readdirSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Before anything is made: what this process writes, compiled code too, no other user may change.
process.umask(0o077);

const OLDEST_NODE = 24;
const program = join(__dirname, '../../../out/main/tranship.js');
/** Beside the program, because it is trusted like it; a build empties it. Where it cannot be written or trusted, Node does without. */
const compiled = join(__dirname, '../../../out/main/compiled');

if (!existsSync(program)) {
  console.error('Tranship has not been built yet. Run “npm ci” (or “npm run build”) in its folder, then try again.');
  process.exitCode = 5;
} else if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  if (isOurs(compiled)) enableCompileCache(compiled);
  void import(pathToFileURL(program).href);
} else {
  // The channel tells the program when this process is killed, so that it never goes on alone.
  const child = spawn(require.resolve('node/bin/node'), [__filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // On Windows the console asks the program itself, and `kill` would end it at once, whatever it is about to store.
  const pass = process.platform === 'win32' ? () => {} : (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  child.on('error', (error) => {
    console.error(`Tranship needs Node ${OLDEST_NODE} and could not start it: ${error.message}`);
    process.exitCode = 5;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 5;
    process.removeAllListeners();
  });
}

/** Whether only this user and the administrator can have put code there. Windows has no such modes: the folder of the program decides. */
function isOurs(folder) {
  const user = process.geteuid?.();
  if (user === undefined) return true;
  const isTrusted = (path) => {
    const { uid, mode } = lstatSync(path);
    return (uid === user || uid === 0) && (mode & 0o022) === 0;
  };
  try {
    mkdirSync(folder, { recursive: true });
    return isTrusted(folder) && readdirSync(folder).every((name) => isTrusted(join(folder, name)));
  } catch {
    return false;
  }
}
