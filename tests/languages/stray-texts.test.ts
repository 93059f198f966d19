/** @file No text of the window bypasses the catalogue. */

import { describe, expect, it } from 'vitest';
import { helpTexts } from '../../build/languages/help-texts.ts';
import { sourcesOfTexts } from '../../build/languages/messages.ts';
import { strayInMarkup, strayInTexts } from '../../build/languages/stray-texts.ts';

/** Names, examples and values that read the same in every language, or that no person reads. */
const untranslated: readonly string[] = [
  ...['Tranship', 'SHA-256', 'Nordbank', 'ms', '-----BEGIN CERTIFICATE-----'],
  // Those who cannot read the language that is spoken find the way to theirs.
  'language Sprache langue',
];
/** Addresses, names of variables, JSON. */
const isTechnical = (text: string): boolean =>
  /^([A-Z]+_[A-Z_]+|https?:.*|\/[\w/{}-]*…?|\w+\/…|\{[\s\S]*\})$/.test(text);
/** A single small word names something for the program: a tone, a column, a direction. */
const isName = (text: string): boolean => /^[a-z]+(-[a-z]+)*$/.test(text);

describe('The window', () => {
  it('has no text beside the catalogue', () => {
    const stray = sourcesOfTexts().flatMap(({ file, source }) => {
      if (!file.startsWith('src-renderer/')) return [];
      const found = file.startsWith('src-renderer/texts/')
        ? strayInTexts(source, file)
        : file.endsWith('.tsx')
          ? strayInMarkup(source, file)
          : [];
      return found
        .filter(
          ({ text }) =>
            !untranslated.includes(text) &&
            !isTechnical(text) &&
            !(file.startsWith('src-renderer/texts/') && isName(text)),
        )
        .map(({ line, text }) => `${file}:${line} ${text}`);
    });
    expect(stray).toEqual([]);
  });
});

/** In the desktop shell: names, headers, and what logs and the history say. */
const ofTheProcess: readonly RegExp[] = [
  /^(Tranship|JSON Lines)$/,
  /^(\w+-src |text\/html)/,
  / \(process \)$/,
  /^The (window was closed|session at this computer has ended)\.$/,
  // A form of Windows, into which texts are put.
  /^<toast launch=/,
  // A file of Chromium.
  /^Local State$/,
];
/** What starts the command line, before its language is known, and what only programs hear. */
const inEnglish = /\/(command-line(-call)?|contract-over-ipc)\.ts$/;
/** Two words, or one as it begins a label. */
const isProse = (text: string): boolean => /\p{L}{2}\S* +\S*\p{L}{2}|^\p{Lu}\p{Ll}+[….:]?$/u.test(text);

describe('The desktop around the window', () => {
  it('has no text beside the catalogue', () => {
    const stray = sourcesOfTexts().flatMap(({ file, source }) => {
      if (!/^src-main\/shells\/electron\/[\w-]+\.ts$/.test(file) || inEnglish.test(file)) return [];
      return strayInTexts(source, file)
        .filter(({ text }) => isProse(text) && !ofTheProcess.some((known) => known.test(text)))
        .map(({ line, text }) => `${file}:${line} ${text}`);
    });
    expect(stray).toEqual([]);
  });

  it('notifies of nothing beside the catalogue', () => {
    const notifying = sourcesOfTexts().filter(({ file }) => file === 'src-shared/happenings.ts');
    expect(
      notifying.flatMap(({ file, source }) => strayInTexts(source, file)).filter(({ text }) => isProse(text)),
    ).toEqual([]);
    expect(notifying).toHaveLength(1);
  });
});

/** On the command line: names of calls and of what they do, by which the history and another process know them. */
const ofTheCall: readonly RegExp[] = [
  /^(audit|connection|folder|network|queue|retention|rules|settings|watch) [a-z-]+$/,
  /^tranship( |$)/,
  /^(trouble of|words on batch) $/,
  /^ (--recipe recipe\.json|--confirm CONNECTION|--reason TEXT)/,
  // In what the history keeps, and in errors that no person is to see.
  /^(the terminal|It was interrupted\.|It has ended\.|The answer does not say what is in the file\.|Nothing is followed yet\.)$/,
  // The names of commands and options in the grammar, with those for which a person puts something.
  /^(--)?[a-z-]+( [<[]\S+[>\]])+$/,
  // The example of a value.
  /^Sweden$/,
];

describe('The command line', () => {
  it('has no text beside the catalogue', () => {
    const help = new Set(helpTexts());
    const stray = sourcesOfTexts().flatMap(({ file, source }) => {
      if (!file.startsWith('src-main/shells/cli/')) return [];
      return strayInTexts(source, file)
        .filter(({ text }) => isProse(text) && !help.has(text) && !ofTheCall.some((known) => known.test(text)))
        .map(({ line, text }) => `${file}:${line} ${text}`);
    });
    expect(stray).toEqual([]);
  });

  it('makes no text before its language is known', () => {
    const early = sourcesOfTexts().flatMap(({ file, source }) =>
      file.startsWith('src-main/shells/cli/')
        ? source.split('\n').filter((line) => /^(export )?const \w+(: [^=]+)? = (message|fact)\(/.test(line))
        : [],
    );
    expect(early).toEqual([]);
  });
});

describe('A format of the window', () => {
  it('is never of one language for all', () => {
    const ofOne = sourcesOfTexts().flatMap(({ file, source }) =>
      file.startsWith('src-renderer/') && /Intl\.(DateTime|Number|List|RelativeTime)\w*\('/.test(source) ? [file] : [],
    );
    expect(ofOne).toEqual([]);
  });
});

describe('A stray text is found', () => {
  const words = (found: { text: string }[]) => found.map(({ text }) => text);

  it('in a module of texts', () => {
    const source = `
      import { message } from './message.ts';
      type Kind = 'in a type';
      export const texts = { title: message('Queue'), 'the-key': 'A property', counted: counted(3, 'file') };
      export const glued = (name: string) => \`Remove \${name}\`;
      export function kind(of: Kind) { switch (of) { case 'the-case': return of === 'equal' ? 'A branch' : names['the-name']; } }
      const list = ['An element'] as const satisfies readonly Kind[];
      const sign = '·';`;
    expect(words(strayInTexts(source, 'a.ts'))).toEqual(['A property', 'Remove ', 'A branch', 'An element']);
  });

  it('in a component', () => {
    const source = `
      const view = (
        <Box title="A title" className="a class" label={isOne ? 'One' : texts.other} aria-label={\`Remove \${name}\`}>
          Between tags {isTwo && 'after a condition'} {\`glued \${name}\`} {texts.title} {call('an argument')} ·
          <p aria-label={'An expression'} data-kind="for the program" />
        </Box>
      );`;
    expect(words(strayInMarkup(source, 'a.tsx')).toSorted()).toEqual(
      ['A title', 'One', 'Remove', 'Between tags', 'after a condition', 'glued', 'An expression'].toSorted(),
    );
  });
});
