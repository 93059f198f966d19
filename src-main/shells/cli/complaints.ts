/**
 * @file What Commander finds wrong with a call, in the language that is spoken. It says so in English, in the forms below; one
 * that is not among them stays English.
 */

import { message, type Values } from '../../../src-shared/languages/message.ts';
import { flagsInWords, placeholderInWords } from './help.ts';

/** The form of a complaint, with the names of its parts, and its words. Parts are quoted from the call: `.` is any character. */
const forms: readonly (readonly [form: RegExp, words: (parts: Values) => string])[] = [
  [/^error: unknown option '(?<option>.*)'$/s, (parts) => message("error: unknown option ''{option}''", parts)],
  [/^error: unknown command '(?<command>.*)'$/s, (parts) => message("error: unknown command ''{command}''", parts)],
  [
    /^error: missing required argument '(?<placeholder>.*)'$/s,
    (parts) => message("error: missing required argument ''{placeholder}''", parts),
  ],
  [
    /^error: option '(?<flags>.*)' argument missing$/s,
    (parts) => message("error: option ''{flags}'' argument missing", parts),
  ],
  [
    /^error: required option '(?<flags>.*)' not specified$/s,
    (parts) => message("error: required option ''{flags}'' not specified", parts),
  ],
  [
    /^error: option '(?<flags>.*)' cannot be used with option '(?<others>.*)'$/s,
    (parts) => message("error: option ''{flags}'' cannot be used with option ''{others}''", parts),
  ],
  [
    /^error: too many arguments for '(?<command>.*?)'\. Expected (?<expected>\d+) arguments? but got (?<count>\d+): (?<given>.*)\.$/s,
    ({ expected, ...parts }) =>
      message(
        "error: too many arguments for ''{command}''. Expected {expected, plural, one {# argument} other {# arguments}} but got {count}: {given}.",
        { ...parts, expected: Number(expected) },
      ),
  ],
  [
    /^error: option '(?<flags>.*?)' argument '(?<value>.*)' is invalid\. (?<need>.*)$/s,
    (parts) => message("error: option ''{flags}'' argument ''{value}'' is invalid. {need}", parts),
  ],
  [
    /^error: command-argument value '(?<value>.*)' is invalid for argument '(?<placeholder>.*?)'\. (?<need>.*)$/s,
    (parts) =>
      message("error: command-argument value ''{value}'' is invalid for argument ''{placeholder}''. {need}", parts),
  ],
  [/^Allowed choices are (?<choices>.*)\.$/s, (parts) => message('Allowed choices are {choices}.', parts)],
  [/^\(Did you mean one of (?<names>.*)\?\)$/s, (parts) => message('(Did you mean one of {names}?)', parts)],
  [/^\(Did you mean (?<name>.*)\?\)$/s, (parts) => message('(Did you mean {name}?)', parts)],
];

/** @param text as Commander says it, which may propose what was meant in a line below */
export function complaintInWords(text: string): string {
  const [, complaint = text, proposal] = /^(.*)\n(\(Did you mean [^\n]*\?\))$/s.exec(text) ?? [];
  return proposal === undefined ? formInWords(complaint) : `${formInWords(complaint)}\n${formInWords(proposal)}`;
}

function formInWords(text: string): string {
  for (const [form, words] of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return words(inItsWords(parts));
  }
  return text;
}

/** What was typed stays; the names for what a person puts in, and what is needed instead, are in the language. */
function inItsWords(parts: Readonly<Record<string, string>>): Values {
  const worded = Object.entries(parts).map(([name, part]) => {
    if (name === 'flags' || name === 'others') return [name, flagsInWords(part)];
    if (name === 'placeholder') return [name, placeholderInWords(part)];
    return [name, name === 'need' ? formInWords(part) : part];
  });
  return Object.fromEntries(worded);
}
