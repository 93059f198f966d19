/**
 * @file What is wrong with a row of JSON. Made in functions of their own: a closure where a row is read would move its
 * variables to the heap, for good rows too. Pure.
 */

import { fact } from '../../../src-shared/languages/fact.ts';
import { most } from '../bounds.ts';
import type { ProblemOfRow } from '../row-problems.ts';

/** What is wrong with a row. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  readonly says: ProblemOfRow;

  constructor(says: ProblemOfRow) {
    super();
    this.says = says;
  }
}

export function controlCharacter(at: number): JsonProblem {
  return new JsonProblem((given) =>
    fact(
      'Row {row} has a line break or another control character within a text, at character {character}; JSON writes it as \\n.',
      { ...given, character: at + 1 },
    ),
  );
}

export function endWithinText(start: number): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} ends within a text that begins at character {character}.', { ...given, character: start + 1 }),
  );
}

export function endWithinList(start: number): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} ends within a list that begins at character {character}.', { ...given, character: start + 1 }),
  );
}

export function fieldTwice(path: string): JsonProblem {
  return new JsonProblem((given) => fact('Row {row} has the field “{path}” twice.', { ...given, path }));
}

export function brokenText(start: number): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} has a broken text at character {character}.', { ...given, character: start + 1 }),
  );
}

export function brokenList(start: number): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} has a broken list at character {character}.', { ...given, character: start + 1 }),
  );
}

export function halfCharacter(start: number): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} has half of a character (a lone surrogate) in what begins at character {character}.', {
      ...given,
      character: start + 1,
    }),
  );
}

export function objectsTooDeep(): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} has objects nested deeper than {levels} levels.', { ...given, levels: most.levelsOfRow }),
  );
}

export function listTooDeep(): JsonProblem {
  return new JsonProblem((given) =>
    fact('Row {row} has a list nested deeper than {levels} levels.', { ...given, levels: most.levelsOfRow }),
  );
}
