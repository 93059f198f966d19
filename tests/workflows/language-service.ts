/** @file GitHub's own language service, which judges a workflow by its schema and all expressions by their contexts. */

import { registerHooks } from 'node:module';
import { TextDocument } from 'vscode-languageserver-textdocument';

// It imports JSON as bundlers do, without the attribute that Node asks for.
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    return resolved.url.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved;
  },
});
const { validate } = await import('@actions/languageservice');

let judged = 0;

/** What is wrong with a workflow, as sentences with the lines. */
export async function faultsOf(text: string): Promise<string[]> {
  // It remembers what it said of an address.
  judged += 1;
  const document = TextDocument.create(`file:///.github/workflows/${judged}.yml`, 'yaml', 1, text);
  return (await validate(document)).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}
