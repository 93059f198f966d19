/** @file The help and the complaints about a call: nothing of them is left in English, and they keep their layout. */

import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../../build/languages/catalogues.ts';
import { allCommands, helpTexts } from '../../../build/languages/help-texts.ts';
import { stepKinds } from '../../../src-main/fixing/recipe.ts';
import { HELP_COLUMNS } from '../../../src-main/shells/cli/help.ts';
import { createProgram } from '../../../src-main/shells/cli/program.ts';
import { type Catalogue, languageFor } from '../../../src-shared/languages/languages.ts';
import { speaking } from '../../../src-shared/languages/message.ts';
import { inBrackets } from '../../languages/bracketed.ts';
import { outsideOfBrackets } from '../../languages/pseudo.ts';

const catalogues: [code: string, catalogue: Catalogue][] = [
  ['en', {}],
  ['de', readCatalogue('de')],
  ['fr', readCatalogue('fr')],
];
const translations = catalogues.filter(([code]) => code !== 'en');

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/** All that a command prints as its help, with the notes below. */
function pageOf(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) });
  command.outputHelp();
  return written.join('');
}

/** What a person types: names of commands and options, and signs. */
const isTyped = (word: string, names: ReadonlySet<string>): boolean =>
  names.has(word) || /^(-[a-zA-Z],?|--[a-z-]+|[^\p{L}]*)$/u.test(word);

it('The help of fix names every step of a recipe, in the order in which they run', () => {
  const fix = allCommands().find((command) => command.name() === 'fix');
  const page = fix === undefined ? '' : pageOf(fix);
  const places = stepKinds.map((kind) => page.search(new RegExp(`\\b${kind}\\b`)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

describe('The help of every command', () => {
  it.each(translations)('has a translation of each text: %s', (_, catalogue) => {
    const texts = helpTexts();
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((text) => catalogue[text] === undefined)).toEqual([]);
    // A name such as <port> may be the same; a description never is.
    expect(texts.filter((text) => !text.startsWith('<') && catalogue[text] === text)).toEqual([]);
  });

  it('says nothing that does not come from the catalogue', () => {
    const commands = allCommands();
    const names = new Set(['help', ...commands.map((command) => command.name())]);
    // The steps of a recipe, the keys of a reading and the misfortunes are typed, and described like options.
    const left = commands.flatMap((command) => {
      const lines = outsideOfBrackets(inBrackets(() => pageOf(command))).split('\n');
      const words = lines.map((line) => line.replace(/^ {2}[a-z-]+(, [a-z-]+)* +$/i, '')).join(' ');
      return words
        .split(/\s+/)
        .filter((word) => !isTyped(word, names))
        .map((word) => `${nameOf(command)}: ${word}`);
    });
    expect(left).toEqual([]);
  });

  it.each(catalogues)('fits into its columns: %s', (code, catalogue) => {
    const odd = allCommands().flatMap((command) => {
      const page = speaking(languageFor(code, []), catalogue, () => pageOf(command));
      return page.split('\n').flatMap((line) => (line.length > HELP_COLUMNS ? [`${nameOf(command)}: ${line}`] : []));
    });
    expect(odd).toEqual([]);
  });

  it.each(catalogues)('describes everything in one column: %s', (code, catalogue) => {
    const odd = allCommands().flatMap((command) =>
      speaking(languageFor(code, []), catalogue, () => {
        const help = command.createHelp();
        help.prepareContext({ helpWidth: HELP_COLUMNS });
        const column = 2 + help.padWidth(command, help) + 2;
        const items = help
          .formatHelp(command, help)
          .split('\n')
          .filter((line) => line.startsWith('  '));
        const isInColumn = (line: string) => line.slice(column - 2, column) === '  ' && /\S/.test(line[column] ?? '');
        return items.filter((line) => !isInColumn(line)).map((line) => `${nameOf(command)}: ${line}`);
      }),
    );
    expect(odd).toEqual([]);
  });

  it('breaks no French line before a sign that belongs to the word', () => {
    const [, catalogue = {}] = translations.find(([code]) => code === 'fr') ?? [];
    const pages = speaking(languageFor('fr', []), catalogue, () => allCommands().map(pageOf)).join('\n');
    expect(pages).toContain('«\u202f');
    expect(pages).not.toMatch(/^\s*[:;!?»]|«\s*$/m);
  });

  it('reads as a page of that language', () => {
    const [, catalogue = {}] = translations.find(([code]) => code === 'de') ?? [];
    const page = speaking(languageFor('de', []), catalogue, () =>
      allCommands()
        .filter((command) => nameOf(command) === 'tranship work')
        .map(pageOf)
        .join(''),
    );
    expect(page).toMatch(/^Aufruf: tranship work \[Optionen\]\n\nmit der Warteschlange fortfahren\n\nOptionen:\n/);
    expect(page).toMatch(/--lease <Dauer> .* \(Standard: 90s\)/s);
    expect(page).toMatch(/-h, --help {2,}Hilfe zu einem Befehl anzeigen\n/);
  });
});

/** What Commander says of a wrong call, and what a person reads. */
function complaintAbout(call: readonly string[]): { said: string; read: string } {
  const written: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => done(void written.push(`${chunk}`)) });
  const program = createProgram(() => Promise.resolve(), { stdout: stream, stderr: stream, argv: call });
  const override = (command: Command) => {
    command.exitOverride();
    command.commands.forEach(override);
  };
  override(program);
  try {
    program.parse(call, { from: 'user' });
  } catch (thrown) {
    return { said: thrown instanceof Error ? thrown.message : '', read: written.join('') };
  }
  throw new Error(`${call.join(' ')} is not wrong.`);
}

describe('A complaint about a wrong call', () => {
  const wrong: [call: string[], german: string][] = [
    [['check', 'x', '--mistyped'], 'Fehler: unbekannte Option „--mistyped“'],
    [['check', 'x', '--worker', '1'], 'Fehler: unbekannte Option „--worker“\n(Meinten Sie --workers?)'],
    [['lueue'], 'Fehler: unbekannter Befehl „lueue“\n(Meinten Sie queue?)'],
    [['se'], 'Fehler: unbekannter Befehl „se“'],
    [['check'], 'Fehler: Das Argument „Datei“ fehlt'],
    [['check', 'x', '--workers'], 'Fehler: Der Option „--workers <Anzahl>“ fehlt ihr Wert'],
    [['audit', 'review'], 'Fehler: Die Option „--reason <Text>“ ist nötig, wurde aber nicht angegeben'],
    [
      ['connection', 'hosts', 'a', '--fix', '--ask'],
      'Fehler: Die Option „--fix“ ist nicht zusammen mit der Option „--ask“ verwendbar',
    ],
    [
      ['observe', 'a', 'b', 'c'],
      'Fehler: zu viele Argumente für „observe“. Erwartet wird 1 Argument, angegeben wurden 3: a, b, c.',
    ],
    [
      ['check', 'x', '--workers', 'many'],
      'Fehler: Der Wert „many“ der Option „--workers <Anzahl>“ ist ungültig. Eine ganze Zahl von 1 bis 64 wird benötigt.',
    ],
    [
      ['connection', 'change', 'a', '--report-lines-from', '7'],
      'Fehler: Der Wert „7“ der Option „--report-lines-from <Zahl>“ ist ungültig. Möglich sind 0, 1, unknown.',
    ],
    [
      ['team', 'refuse', 'x', '--reason', 'y'],
      'Fehler: Der Wert „x“ des Arguments „ID“ ist ungültig. Eine ganze Zahl wird benötigt.',
    ],
  ];

  it.each(wrong)('%j', (call, german) => {
    const english = complaintAbout(call);
    expect(english.read.startsWith(`${english.said}\nSee “tranship`)).toBe(true);
    const { read } = speaking(languageFor('de', []), readCatalogue('de'), () => complaintAbout(call));
    const [hint = '', ...lines] = read.trimEnd().split('\n').reverse();
    expect(hint).toMatch(/^Siehe „tranship[a-z ]* --help“\.$/);
    expect(lines.toReversed().join('\n').startsWith(german)).toBe(true);
  });

  it('keeps a form that it does not know', () => {
    const quoted = complaintAbout(['check', 'x', "--odd' argument missing\n(Did you mean this?)"]);
    expect(quoted.read).toContain('argument missing');
  });
});
