/** @file The walk as a compiled module. */

import { Buffer } from 'node:buffer';
import { walkBytes } from './walk-bytes.ts';

let compiled: WebAssembly.Module | undefined;

/** The module, compiled once in each thread. Throws where WebAssembly or its vector instructions are missing. */
export function walkModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Buffer.from(walkBytes, 'base64'));
  return compiled;
}
