/** @file Compares two snapshots of a machine, and judges each difference by a list of what is allowed, with its reason. Pure. */

import { type Allowed, isPlaceOfInstallers, type Stage } from './allowed-changes.ts';

export interface Difference {
  what: 'new' | 'changed' | 'gone';
  place: string;
  before: string | undefined;
  after: string | undefined;
}

export interface Comparison {
  /** What should not be: it names Tranship or is where installers write, and nothing allows it. */
  faults: readonly Difference[];
  /** By the reason that allows them. */
  allowed: ReadonlyMap<string, readonly Difference[]>;
  /** What only has changed on this machine at the same time, as it seems; to be looked through. */
  elsewhere: readonly Difference[];
}

type Snapshot = ReadonlyMap<string, string>;

export function compared(before: Snapshot, after: Snapshot, stage: Stage, list: readonly Allowed[]): Comparison {
  const faults: Difference[] = [];
  const elsewhere: Difference[] = [];
  const allowed = new Map<string, Difference[]>();
  for (const difference of differences(before, after)) {
    const reason = list.find((each) => fits(each, stage, difference))?.reason;
    if (reason !== undefined) allowed.set(reason, [...(allowed.get(reason) ?? []), difference]);
    else if (isOurs(difference)) faults.push(difference);
    else elsewhere.push(difference);
  }
  return { faults, allowed, elsewhere };
}

function differences(before: Snapshot, after: Snapshot): Difference[] {
  const gone = [...before].filter(([place]) => !after.has(place));
  const found = [...after].filter(([place, value]) => before.get(place) !== value);
  return [
    ...found.map(([place, value]): Difference => {
      const former = before.get(place);
      return { what: former === undefined ? 'new' : 'changed', place, before: former, after: value };
    }),
    ...gone.map(([place, value]): Difference => ({ what: 'gone', place, before: value, after: undefined })),
  ].sort((one, other) => (one.place < other.place ? -1 : 1));
}

function fits({ stages, place }: Allowed, stage: Stage, difference: Difference): boolean {
  return (stages === undefined || stages.includes(stage)) && place.test(difference.place);
}

function isOurs({ place, before = '', after = '' }: Difference): boolean {
  // A value may have named Tranship before, and no longer does.
  return /tranship/i.test(`${place}\n${before}\n${after}`) || isPlaceOfInstallers(place);
}

/** The report, with the faults first. @param title says what was compared */
export function reportOf({ faults, allowed, elsewhere }: Comparison, title: string): string {
  const reasons = [...allowed].flatMap(([reason, found]) => [
    '',
    `${counted(found)} allowed: ${reason}`,
    ...lines(found),
  ]);
  return [
    title,
    '',
    faults.length === 0 ? 'Nothing is there that should not be.' : `${counted(faults)} should not be:`,
    ...lines(faults),
    ...reasons,
    '',
    `${counted(elsewhere)} elsewhere, which do not name Tranship:`,
    ...lines(elsewhere),
    '',
  ].join('\n');
}

function counted({ length }: readonly Difference[]): string {
  return length === 1 ? '1 difference' : `${length} differences`;
}

function lines(found: readonly Difference[]): string[] {
  return found.map(({ what, place, before, after }) => {
    const values = [before, after].filter((value) => value !== undefined).map((value) => value.slice(0, 300));
    return `  ${what.padEnd(7)} ${place}: ${values.join(' → ')}`;
  });
}
