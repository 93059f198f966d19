/**
 * @file The texts of the command line's help. Its grammar is a table, whose texts are looked up as they are printed: those of its
 * literals that describe something. Not in messages.ts, for the grammar leads to all commands, and the window's tests to no Node.
 */

import { Writable } from 'node:stream';
import { placeholdersIn } from '../../src-main/shells/cli/help.ts';
import { createProgram } from '../../src-main/shells/cli/program.ts';
import {
  allMessages,
  below,
  type Found,
  lineOf,
  literalOf,
  type Node,
  sourcesOfTexts,
  treeOf,
  type Use,
} from './messages.ts';

/** Not by its own name: this folder may have another Commander. */
type Command = ReturnType<typeof createProgram>;

/** The program, and below it all its commands. */
export function allCommands(): Command[] {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const program = createProgram(() => Promise.resolve(), { argv: [], stdout: nowhere, stderr: nowhere });
  const withThoseBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withThoseBelow)];
  return withThoseBelow(program);
}

/** What describes the commands, their arguments and their options, and the names for which a person puts something. */
export const helpTexts = (): string[] => [...new Set(allCommands().flatMap(textsOfPage))].filter((text) => text !== '');

function textsOfPage(page: Command): string[] {
  const help = page.createHelp();
  // Among those below is “help”, which Commander adds.
  return [page, ...help.visibleCommands(page)].flatMap((command) => [
    command.description(),
    ...command.registeredArguments.flatMap((argument) => [argument.description, `<${argument.name()}>`]),
    ...help.visibleOptions(command).flatMap(({ flags, description }) => [description, ...placeholdersIn(flags)]),
  ]);
}

/**
 * The literals of the grammar that the help prints, and the names in them for which a person puts something.
 * @param printed all that the help prints
 */
export function textsInGrammar(source: string, file: string, printed: ReadonlySet<string>): Use[] {
  const uses: Use[] = [];
  const visit = (node: Node): void => {
    const literal = literalOf(node) ?? '';
    for (const text of [literal, ...placeholdersIn(literal)]) {
      if (printed.has(text)) uses.push({ file, line: lineOf(source, node.start), text, key: text, values: [] });
    }
    for (const [, child] of below(node)) visit(child);
  };
  visit(treeOf(source, file));
  return uses;
}

/** Every text of the product, the help included. */
export function allTexts(): Found {
  const { uses, faults } = allMessages();
  const printed = new Set(helpTexts());
  const ofHelp = sourcesOfTexts()
    .filter(({ file }) => /^src-main\/shells\/cli\/(program\.ts|grammar\/)/.test(file))
    .flatMap(({ file, source }) => textsInGrammar(source, file, printed));
  const known = new Set(ofHelp.map(({ text }) => text));
  const unknown = [...printed].filter((text) => !known.has(text));
  return {
    uses: [...uses, ...ofHelp],
    faults: [...faults, ...unknown.map((text) => `“${text}” of the help is no literal of the grammar`)],
  };
}
