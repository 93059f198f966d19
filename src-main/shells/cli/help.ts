/**
 * @file The help in the language that is spoken. The grammar is a table in English, whose texts are looked up here as they are
 * printed; build/languages/help-texts.ts finds them for those who translate.
 */

import type { HelpConfiguration, Option } from 'commander';
import type { Fact } from '../../../src-shared/languages/fact.ts';
import { inWords, message } from '../../../src-shared/languages/message.ts';
import { hanging } from './text-width.ts';

/** As wide as help is where no terminal says how wide it may be. */
export const HELP_COLUMNS = 80;

/** How Commander prints the help of each command. */
export const helpInWords: HelpConfiguration = {
  styleTitle: title,
  styleUsage: flagsInWords,
  styleOptionTerm: flagsInWords,
  styleSubcommandTerm: flagsInWords,
  commandDescription: (command) => described(command.description()),
  subcommandDescription: (command) => described(command.description()),
  argumentTerm: (argument) => placeholderInWords(argument.name()),
  argumentDescription: (argument) => described(argument.description),
  optionDescription,
  // Not at the narrow spaces of French, where Commander would break it.
  boxWrap: (text, width) => hanging('', text, width),
};

const described = (text: string): string => inWords({ fact: text });

/** What a person puts in its place; its translation is that of `<file>`, wherever it stands. */
export const placeholderInWords = (name: string): string =>
  (name === 'options' ? message('<options>') : described(`<${name}>`)).replace(/^<(.*)>$/, '$1');

const PLACEHOLDER = /([<[])([^<>[\]]+?)((?:\.\.\.)?[>\]])/g;

/** The names for which a person puts something, in the flags of an option or the usage of a command. */
export const placeholdersIn = (flags: string): string[] =>
  [...flags.matchAll(PLACEHOLDER)].map(([, , name]) => `<${name}>`);

/** Such as `--out <Datei>`. */
export function flagsInWords(flags: string): string {
  return flags.replaceAll(
    PLACEHOLDER,
    (_, start: string, name: string, end: string) => `${start}${placeholderInWords(name)}${end}`,
  );
}

function title(text: string): string {
  switch (text) {
    case 'Usage:':
      return message('Usage:');
    case 'Arguments:':
      return message('Arguments:');
    case 'Options:':
      return message('Options:');
    case 'Commands:':
      return message('Commands:');
    default:
      return text;
  }
}

/** With the values it takes, and the one it has without a person. A switch is off until it is given: that goes without saying. */
function optionDescription(option: Option): string {
  const { argChoices, defaultValueDescription } = option;
  const value: unknown = option.defaultValue;
  const notes: string[] = [];
  if (argChoices !== undefined)
    notes.push(message('choices: {choices}', { choices: argChoices.map(quoted).join(', ') }));
  if (value !== undefined && !option.isBoolean() && !Array.isArray(value)) {
    notes.push(message('default: {value}', { value: defaultValueDescription ?? quoted(value) }));
  }
  const words = described(option.description);
  return notes.length === 0 ? words : `${words} (${notes.join(', ')})`;
}

const quoted = (value: unknown): string => JSON.stringify(value);

/** A paragraph below the help of a command, and a list of names with their meanings. */
export function noteBelow(text: Fact, meanings: Readonly<Record<string, Fact>> = {}): () => string {
  return () => {
    const lines = Object.entries(meanings).map(([name, meaning]) =>
      hanging(`  ${name.padEnd(18)} `, inWords(meaning), HELP_COLUMNS),
    );
    return ['', hanging('', inWords(text), HELP_COLUMNS), ...lines].join('\n');
  };
}
