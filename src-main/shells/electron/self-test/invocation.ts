/** @file `--self-test OUT.json` among the arguments of the app. Pure but for the look at the place of the report. */

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OPTION = '--self-test';

export type Invocation =
  /** `path`: where the report goes, absolute. */
  { kind: 'run'; path: string } | { kind: 'wrong'; problem: string };

/**
 * What the arguments ask for; undefined for a normal start.
 * @param workingFolder the base of a relative path
 */
export function readInvocation(argv: readonly string[], workingFolder: string): Invocation | undefined {
  const at = argv.findIndex((argument) => argument === OPTION || argument.startsWith(`${OPTION}=`));
  if (at === -1) return undefined;
  const given = argv[at] === OPTION ? argv[at + 1] : argv[at]?.slice(OPTION.length + 1);
  if (given === undefined || given === '' || given.startsWith('-')) return wrong('the file for the report is missing');
  const path = resolve(workingFolder, given);
  if (!path.toLowerCase().endsWith('.json')) return wrong(`the file for the report must end with .json: ${path}`);
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true)
    return wrong(`there is no folder ${dirname(path)}`);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return wrong(`this is no file: ${path}`);
  return { kind: 'run', path };
}

function wrong(problem: string): Invocation {
  return { kind: 'wrong', problem: `Tranship --self-test OUT.json: ${problem}.` };
}
