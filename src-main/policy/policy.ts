/**
 * @file The machine policy: what an organisation has set for all who work on this computer. It rests where ordinary
 * people cannot write, and no variable, option or settings file moves it or switches it off.
 * [Note: Read once] A process works with the policy of its start; a change needs the next start.
 */

import type { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact, type Said, unpacked } from '../../src-shared/languages/fact.ts';
import { formed, type IgnoredKey, WrongForm } from './policy-form.ts';
import { type PolicyValues, policySchema } from './policy-schema.ts';
import { ownSources, type PolicySource } from './policy-sources.ts';

export interface MachinePolicy {
  /** What is set; a key that is absent is left to the people. */
  values: PolicyValues;
  /** Where it was found, in the words of the system; empty where there is none. */
  sources: readonly string[];
  /** What was found there and is not used. */
  ignored: readonly IgnoredKey[];
}

let own: MachinePolicy | undefined;

/** The policy of this computer, as it was when this process first asked. @throws AppError policy.unusable */
export function machinePolicy(): MachinePolicy {
  own ??= policyOf(ownSources());
  return own;
}

/**
 * What the sources say together; of a key that two of them set, the later one counts.
 * @throws AppError policy.unusable for a value of the wrong form: half a policy would leave open what the rest closes
 */
export function policyOf(found: readonly PolicySource[]): MachinePolicy {
  const read = found.map(({ place, raw }) => ({ place, ...checked(place, raw) }));
  return {
    values: Object.assign({}, ...read.map(({ values }) => values)),
    sources: read.map(({ place }) => place),
    ignored: read.flatMap(({ ignored }) => ignored),
  };
}

function checked(place: string, raw: unknown): { values: PolicyValues; ignored: IgnoredKey[] } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new AppError('policy.unusable', { place, problem: fact('it must hold keys with values') });
  try {
    const { values, ignored } = formed(policySchema, raw);
    const parsed = policySchema.safeParse(values);
    if (parsed.success) return { values: parsed.data, ignored };
    throw new AppError('policy.unusable', { place, problem: firstFault(parsed.error) });
  } catch (thrown) {
    if (thrown instanceof WrongForm) throw new AppError('policy.unusable', { place, problem: thrown.problem });
    throw thrown;
  }
}

/** The first fault, with its key; never the value, which may be a secret in the wrong place. */
function firstFault(error: z.ZodError): Fact {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).reduce<string>(
    (words, part) => (typeof part === 'number' ? `${words}[${part + 1}]` : `${words}${words && '.'}${String(part)}`),
    '',
  );
  const fault = issue === undefined ? fact('is not valid') : faultOf(issue);
  return path === '' ? fact('a value: {fault}', { fault }) : fact('{path}: {fault}', { path, fault });
}

const kinds: Readonly<Record<string, Said>> = {
  string: fact('a text'),
  number: fact('a number'),
  object: fact('an object with keys of its own'),
  array: fact('a list'),
};

/** The library's own messages are words for programmers; those of the schema are ours. */
function faultOf({ code, message, ...issue }: z.core.$ZodIssue): Said {
  if (!/^(Invalid|Too (small|big))/.test(message)) return unpacked(message);
  if (code === 'too_small') return fact('must not be empty');
  if ('expected' in issue) return fact('must be {expected}', { expected: kinds[issue.expected] ?? issue.expected });
  return fact('has a form that is not known here');
}
