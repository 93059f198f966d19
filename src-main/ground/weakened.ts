/**
 * @file Settings of the runtime that switch encryption off or write its secrets down. Tranship refuses to start with
 * them, because they stay behind in the environment of a scheduler long after the trial they were set for. Pure.
 */

import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Environment } from './environment.ts';

/** What this process was started with: `process` is one. */
export interface StartedWith {
  env: Environment;
  /** The options of Node itself, without those of the environment. */
  execArgv: readonly string[];
}

/** Options of Node, by what they do. */
const weakeningOptions: Readonly<Record<string, Said>> = {
  '--tls-keylog': fact('writes the keys of all encrypted connections into a file'),
  '--trace-tls': fact('prints what is exchanged to set up encryption'),
  '--insecure-http-parser': fact('accepts replies in which one host can hide those of another'),
};

/** @throws AppError network.weakened, naming the first such setting */
export function refuseWeakened({ env, execArgv }: StartedWith): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0')
    throw weakened('NODE_TLS_REJECT_UNAUTHORIZED=0', fact('trusts every host, whatever its certificate'));
  // With `*`, for example, Node prints the head of each request and the address of each upload.
  for (const name of ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'])
    if (env[name]) throw weakened(name, fact('may print requests, with their tokens and signed addresses'));
  const options = [...(env['NODE_OPTIONS']?.split(/[\s"']+/) ?? []), ...execArgv];
  for (const option of options) {
    // Node accepts underscores in place of hyphens.
    const name = option.replace(/=.*$/s, '').replaceAll('_', '-');
    const effect = Object.hasOwn(weakeningOptions, name) ? weakeningOptions[name] : undefined;
    if (effect !== undefined) throw weakened(name, effect);
  }
}

function weakened(setting: string, effect: Said): AppError {
  return new AppError('network.weakened', { setting, effect });
}
