/**
 * @file `node .github/scripts/fuses.ts PROGRAM`: fails unless the packed app (.exe or .app) has each fuse as
 * build/electron-builder.yml sets it.
 */

import { readFileSync } from 'node:fs';
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { parse } from 'yaml';
import { z } from 'zod';
import { run } from './run.ts';

const configurationSchema = z.looseObject({ electronFuses: z.record(z.string(), z.boolean()) });
/** Of electron-builder, and no fuse: it renews the signature after the fuses were set. */
const NO_FUSE = 'resetAdHocDarwinSignature';

/** The fuses that the configuration of electron-builder sets, by the name that Electron gives them. */
export function wantedFuses(configuration: string): Map<string, boolean> {
  const { electronFuses } = configurationSchema.parse(parse(configuration));
  const fuses = Object.entries(electronFuses).filter(([name]) => name !== NO_FUSE);
  return new Map(fuses.map(([name, value]) => [`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, value]));
}

/** @throws Error that names each fuse that is not as wanted */
export async function checkFuses(program: string, wanted: ReadonlyMap<string, boolean>): Promise<void> {
  const wire = await getCurrentFuseWire(program);
  if (wire.version !== FuseVersion.V1)
    throw new Error(`The fuses of ${program} have the unknown version ${wire.version}.`);
  const states = new Map(
    Object.entries(FuseV1Options).flatMap(([name, place]) =>
      typeof place === 'number' ? [[name, wire[place]] as const] : [],
    ),
  );
  const problems = [...wanted].flatMap(([name, value]) => {
    const state = states.get(name);
    const isAsWanted = state === (value ? FuseState.ENABLE : FuseState.DISABLE);
    return isAsWanted ? [] : [`${name} is ${state === undefined ? 'not there' : FuseState[state]}, not ${value}`];
  });
  if (wanted.size === 0) problems.push('no fuse is configured');
  if (problems.length > 0) throw new Error(`${program}: ${problems.join('; ')}.`);
}

if (import.meta.main) {
  run(async ([program = '']) => {
    const wanted = wantedFuses(readFileSync('build/electron-builder.yml', 'utf8'));
    await checkFuses(program, wanted);
    return `${wanted.size} fuses of ${program} are as configured.`;
  });
}
