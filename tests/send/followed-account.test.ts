import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineMap, LineMapBuilder } from '../../src-main/fixing/line-map.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { type Correction, followedAccount, type Link, lastPlaces } from '../../src-main/send/followed-account.ts';
import { submissionIdSchema } from '../../src-main/send/submission.ts';
import { type LineOutcome, lineOutcomes, perOutcome } from '../../src-shared/account.ts';

/** What a file of so many lines has become, each line by itself; a correction has some of its lines, or is another file. */
interface Story {
  fates: LineOutcome[];
  isCounted: boolean;
  isGivenUp: boolean;
  standsFor: boolean[];
  /** Which lines the correction has; undefined where a person made its file. */
  has: boolean[] | undefined;
  next: Story | undefined;
  /** Where the correction is known: the file that has the lines, of those that it has not, which stay to be corrected. */
  stays: Story | undefined;
}

const story = (depth: number): fc.Arbitrary<Story> =>
  fc.record({
    fates: fc.array(fc.constantFrom(...lineOutcomes), { minLength: 30, maxLength: 30 }),
    isCounted: fc.nat(9).map((one) => depth === 0 || one > 0),
    isGivenUp: fc.nat(3).map((one) => one === 0),
    standsFor: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
    has: fc.option(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), { freq: 5, nil: undefined }),
    next: depth === 3 ? fc.constant(undefined) : fc.option(story(depth + 1), { freq: 4, nil: undefined }),
    stays: depth === 3 ? fc.constant(undefined) : fc.option(story(depth + 1), { freq: 1, nil: undefined }),
  });

function linkOf(told: Story, lines = 12, submission = 1): Link {
  const { fates, isCounted, isGivenUp, standsFor, has, next, stays } = told;
  const own = fates.slice(0, lines);
  const chosen = (is: readonly boolean[]) => own.flatMap((_, at) => (is[at] === true ? [at + 1] : []));
  const mapOf = (is: readonly boolean[]) => {
    const builder = new LineMapBuilder();
    for (const line of chosen(is)) builder.add(line);
    return builder.finish();
  };
  const map = has && mapOf(has);
  const rest = has && mapOf(has.map((is, at) => !is && standsFor[at] === true));
  const by = next && linkOf(next, map?.lines ?? 7, submission + 1);
  const correction: Correction | undefined = by && {
    standsFor: LineSet.of(chosen(standsFor)),
    parts:
      rest === undefined || stays === undefined
        ? [{ by, map }]
        : [
            { by: { ...by, isGivenUp: false }, map },
            { by: { ...linkOf(stays, rest.lines, submission + 10), isGivenUp: false }, map: rest },
          ],
  };
  return {
    submission: submissionIdSchema.parse(submission),
    lines: isCounted ? lines : undefined,
    account: isCounted
      ? perOutcome((outcome) => LineSet.of(own.flatMap((one, at) => (one === outcome ? [at + 1] : []))))
      : undefined,
    isGivenUp,
    ...(correction !== undefined && { correction }),
  };
}

/** The same, said of one line. */
function fateOf({ account, correction }: Link, line: number): LineOutcome {
  const own = lineOutcomes.find((outcome) => account?.[outcome].has(line)) ?? 'unsent';
  if (account === undefined || correction === undefined || correction.parts.every(({ by }) => isUndone(by))) return own;
  const { parts, standsFor } = correction;
  const [there] = parts.flatMap(({ map, by }) => {
    const at = map?.runs.flatMap(({ original, count }) => Array.from({ length: count }, (_, n) => original + n));
    return at?.includes(line) === true ? [fateOf(by, at.indexOf(line) + 1)] : [];
  });
  if (own === 'pending' || own === 'unknown') return there === 'accepted' ? there : own;
  return there ?? (standsFor.has(line) && own !== 'accepted' ? 'leftOut' : own);
}

function isUndone({ isGivenUp, correction }: Link): boolean {
  return isGivenUp && (correction === undefined || correction.parts.every(({ by }) => isUndone(by)));
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('The account of a file with what corrects it', () => {
  it('has each line once, in its last outcome', () => {
    fc.assert(
      fc.property(story(0), (told) => {
        const link = linkOf(told);
        const { account } = followedAccount(link) ?? {};
        const found = numbers(12).map((line) => lineOutcomes.filter((outcome) => account?.[outcome].has(line)));
        expect(found).toEqual(numbers(12).map((line) => [fateOf(link, line)]));
      }),
      { numRuns: 2000 },
    );
  });

  it('has each line in one place: in the file, or as a correction has it, with the same outcome', () => {
    fc.assert(
      fc.property(story(0), (told) => {
        const link = linkOf(told);
        const { account } = followedAccount(link) ?? {};
        const places = lastPlaces(link);
        for (const outcome of lineOutcomes) {
          const size = places.reduce((sum, place) => sum + place.account[outcome].size, 0);
          expect(size).toBe(account?.[outcome].size ?? 0);
        }
        const [own] = places;
        for (const outcome of lineOutcomes)
          for (const line of own?.account[outcome] ?? []) expect(fateOf(link, line)).toBe(outcome);
      }),
      { numRuns: 2000 },
    );
  });

  const link = (submission: number, lines: string, correction?: Correction): Link => ({
    submission: submissionIdSchema.parse(submission),
    lines: lines.length,
    isGivenUp: false,
    account: perOutcome((outcome) => LineSet.of([...lines].flatMap((one, at) => (outcome[0] === one ? [at + 1] : [])))),
    ...(correction !== undefined && { correction }),
  });
  const corrected = (by: Link, lines: number[], map?: string): Correction => ({
    standsFor: LineSet.of(lines),
    parts: [{ by, map: map === undefined ? undefined : LineMap.parse(map) }],
  });
  const listed = (one: Link) => {
    const { account, steps } = followedAccount(one) ?? {};
    const sets = lineOutcomes.map((outcome) => [outcome, [...(account?.[outcome] ?? [])]] as const);
    return { ...Object.fromEntries(sets.filter(([, lines]) => lines.length > 0)), steps };
  };

  it('follows several attempts of one line to the last, and counts lines that a correction dropped as left out', () => {
    const third = link(3, 'a');
    const second = link(2, 'ar', corrected(third, [2], '1+1'));
    expect(listed(link(1, 'arrr', corrected(second, [2, 3, 4], '1+2')))).toEqual({
      accepted: [1, 2, 3],
      leftOut: [4],
      steps: [
        { submission: 2, lines: 2, kind: 'mapped' },
        { submission: 3, lines: 1, kind: 'mapped' },
      ],
    });
  });

  it('leaves out what a file of a person replaces, which has an account of its own', () => {
    const steps = [{ submission: 2, lines: 2, kind: 'apart' }];
    expect(listed(link(1, 'arr', corrected(link(2, 'aaaa'), [2, 3])))).toEqual({
      accepted: [1],
      leftOut: [2, 3],
      steps,
    });
    const other = corrected(link(2, 'aaaa'), [2, 3], '1+2');
    expect(listed(link(1, 'arr', other))).toEqual({ accepted: [1], leftOut: [2, 3], steps });
  });

  it('is as before where the correction was given up, and waits for one that is not checked yet', () => {
    const second = link(2, 'll');
    const by = (more: Partial<Link>) => corrected({ ...second, ...more }, [2, 3], '1+2');
    expect(listed(link(1, 'arr', by({ isGivenUp: true })))).toEqual({ accepted: [1], rejected: [2, 3], steps: [] });
    const unchecked = { lines: undefined, account: undefined };
    expect(listed(link(1, 'arr', by(unchecked)))).toMatchObject({ accepted: [1], unsent: [2, 3] });
  });
});
