/** @file `node .github/scripts/release-version.ts TAG`: fails unless the tag is the version of package.json. */

import { readFileSync } from 'node:fs';
import { run } from './run.ts';

/** What is wrong with a tag; undefined if it is the version that is built. */
export function tagProblem(tag: string, version: string): string | undefined {
  return tag === `v${version}` ? undefined : `The tag is “${tag}”, but package.json has version ${version}.`;
}

if (import.meta.main) {
  run(([tag = '']) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const problem = tagProblem(tag, String(version));
    if (problem !== undefined) throw new Error(problem);
    return `The tag ${tag} is the version of package.json.`;
  });
}
