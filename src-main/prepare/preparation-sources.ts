/** @file The exports of a preparation: what they are called, and which of their files are taken. Pure. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { valuesWithNames } from '../../src-shared/languages/fact.ts';
import type { Examined } from './examination.ts';
import type { PreparationSource } from './preparation.ts';
import type { PreparationRecord } from './preparation-record.ts';

/** The name of the first export without its endings. */
export function nameOf([first]: readonly PreparationSource[]): string {
  const name = first?.name.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, '') || name || 'export';
}

/** A file that came from a browser lies at a place that a person does not know. */
export function namedAsBrought(error: ErrorRecord, sources: readonly PreparationSource[]): ErrorRecord {
  const named = (text: string) => sources.reduce((named, { path, name }) => named.replaceAll(path, name), text);
  return { ...error, params: valuesWithNames(error.params, named) };
}

export type LeftOutFile = NonNullable<PreparationRecord['leftOut']>[number];

export function chosenSources({ sources, leftOut = [] }: PreparationRecord): PreparationSource[] {
  return sources.map((source, at) => {
    const names = leftOut.filter((one) => one.source === at).map(({ name }) => name);
    return names.length === 0 ? source : { ...source, choice: { leftOut: names } };
  });
}

/** With the sources of which every file is left out. */
export function withWholeSources(
  leftOut: readonly LeftOutFile[],
  { sources }: PreparationRecord,
  examined: Examined | undefined,
): LeftOutFile[] {
  const whole = sources.flatMap(({ path }, source) => {
    const listed = examined?.facts.listed.filter((file) => file.path === path) ?? [];
    const isLeftOut = (name: string) => leftOut.some((one) => one.source === source && one.name === name);
    return listed.length > 0 && listed.every(({ name }) => name !== '' && isLeftOut(name))
      ? [{ source, name: '' }]
      : [];
  });
  return [...leftOut, ...whole];
}
