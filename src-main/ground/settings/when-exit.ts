/**
 * @file What the library for the settings does at the end of the process: it removes its temporary files. In place of the package
 * `when-exit`, which also answers each signal by sending it to this process again: on Windows that ends the process at once,
 * before a command can stop what it does and say so.
 */

/** @returns what takes it back */
export default function whenExit(callback: () => void): () => void {
  process.once('exit', callback);
  return () => void process.off('exit', callback);
}
