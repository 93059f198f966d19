/**
 * @file `node .github/scripts/required-variables.ts NAME…`: fails if one of these environment variables is missing or empty,
 * so that no release is unsigned by mistake. Prints no value.
 */

import { run } from './run.ts';

/** The names without a value. */
export function missingVariables(names: readonly string[], variables: NodeJS.ProcessEnv): string[] {
  return names.filter((name) => (variables[name] ?? '').trim() === '');
}

if (import.meta.main) {
  run((names) => {
    const missing = missingVariables(names, process.env);
    if (missing.length > 0) throw new Error(`A release must be signed, but these are not set: ${missing.join(', ')}.`);
    return `Set: ${names.join(', ')}.`;
  });
}
