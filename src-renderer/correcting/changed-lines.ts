/** @file A line of JSON field by field, before and after: what changed, what is wrong, and some fields around. Pure. */

import { fieldsOf } from '../../src-shared/json-fields.ts';
import { textInWords, valueInWords } from '../../src-shared/value-words.ts';

export interface ChangedLine {
  kind: 'same' | 'removed' | 'added' | 'wrong' | 'differs';
  text: string;
  key: string;
}

/** Fields around a change that are shown with it. */
const AROUND = 2;

/**
 * @param wrong dotted paths of fields in which the check finds errors
 * @param besides another line, with which a person compares this one: all fields are shown, and only those that differ are marked
 */
export function changedLines(before: string, after: string, wrong: readonly string[], besides?: string): ChangedLine[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  // What is no JSON has no fields.
  if (old === undefined || fresh === undefined) return withoutFields(before, after);
  const compared = besides === undefined ? undefined : fieldsOf(besides);
  const kindOf = (path: string): ChangedLine['kind'] => {
    if (compared !== undefined) return compared.get(path) === old.get(path) ? 'same' : 'differs';
    return wrong.includes(path) ? 'wrong' : 'same';
  };
  const paths = [...new Set([...old.keys(), ...fresh.keys()])];
  const all = paths.flatMap((path): ChangedLine[] => {
    const [one, other] = [old.get(path), fresh.get(path)];
    if (one === other) return [{ kind: kindOf(path), text: `${path}: ${one}`, key: path }];
    return [
      ...(one === undefined ? [] : [{ kind: 'removed' as const, text: `${path}: ${one}`, key: `${path} -` }]),
      ...(other === undefined ? [] : [{ kind: 'added' as const, text: `${path}: ${other}`, key: `${path} +` }]),
    ];
  });
  return besides === undefined ? nearChanges(all) : all;
}

/** Fields in which lines differ, with what each says, as a person writes it; undefined where one of them has no fields. */
export function differencesIn(
  lines: readonly string[],
): { path: string; values: (string | undefined)[] }[] | undefined {
  const all = lines.flatMap((line) => fieldsOf(line) ?? []);
  if (all.length < lines.length) return undefined;
  const paths = [...new Set(all.flatMap((fields) => [...fields.keys()]))];
  return paths.flatMap((path) => {
    const spelled = all.map((fields) => fields.get(path));
    const different = new Set(spelled).size;
    if (different === 1) return [];
    const told = spelled.map((json) => json && valueInWords(json, path));
    const isTold = [spelled.map((json) => json && textInWords(json)), told].every(
      (values) => new Set(values).size === different,
    );
    // A number and a text of the same digits look alike without its quotes.
    return [{ path, values: isTold ? told : spelled }];
  });
}

function withoutFields(before: string, after: string): ChangedLine[] {
  if (before === after) return [{ kind: 'wrong', text: before, key: 'before' }];
  return [
    { kind: 'removed', text: before, key: 'before' },
    { kind: 'added', text: after, key: 'after' },
  ];
}

/** All fields where nothing stands out. */
function nearChanges(all: readonly ChangedLine[]): ChangedLine[] {
  const marked = all.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  if (marked.length === 0) return [...all];
  return all.filter((_, index) => marked.some((at) => Math.abs(at - index) <= AROUND));
}
