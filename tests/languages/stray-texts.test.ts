/** @file No text of the window bypasses the catalogue. */

import { describe, expect, it } from 'vitest';
import { helpTexts } from '../../build/languages/help-texts.ts';
import { sourcesOfTexts } from '../../build/languages/messages.ts';
import { strayInMarkup, strayInRoom, strayInTexts } from '../../build/languages/stray-texts.ts';

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

/** Where English is meant, and why. */
const inEnglishOnPurpose: readonly (readonly [file: RegExp, why: string])[] = [
  [/^src-main\/practice\//, 'the practice service speaks as the service does, in English'],
  [
    /^src-main\/shells\/browser\/(peer-check|refusals|sessions|tabs)\.ts$/,
    'events of security, and why a connection is closed, which no page shows',
  ],
  [/^src-main\/shells\/door\/server\.ts$/, 'events of security'],
  [
    /^src-main\/shells\/electron\/(closing|command-line|contract-over-ipc|desktop-window)\.ts$/,
    'held by the test of the desktop, above',
  ],
  [/^src-main\/actions\/self-test\//, 'for those who install: a report in English, like a log'],
  [/^src-main\/shells\/electron\/self-test\//, 'as well'],
  [/^src-main\/templates\/(guessing\/column-names|month-names)\.ts$/, 'words of exports, in many languages'],
  [/^src-main\/ground\/logs\//, 'support files are English'],
  [/^src-main\/policy\/policy-sources\.ts$/, 'a program of PowerShell'],
  [/^src-main\/team\/(history-keeping|auditing)\.ts$/, 'kept in the sealed history, and an event of security'],
  [/^src-main\/team\/migrations\.ts$/, 'names of steps, for logs'],
  [/^src-main\/check\/id-index\/id-index-file\.ts$/, 'a mistake of the program'],
  [
    /^src-main\/send\/recovery\/(examination|write-ahead-log)\.ts$/,
    'kept in the sealed history, and shown nowhere else',
  ],
  [/^src-main\/send\/list-export\.ts$/, 'a cell of CSV, for programs'],
  [/^src-shared\/errors\.ts$/, 'a mistake of the program'],
];

describe('A room', () => {
  // The command line has its own test; the kernels are no TypeScript that this parser reads, and say nothing.
  const stray = sourcesOfTexts().flatMap(({ file, source }) =>
    /^src-(main|shared)\//.test(file) && !/^src-main\/shells\/cli\/|\/kernel\/assembly\//.test(file)
      ? strayInRoom(source, file).map(({ line, text }) => ({ file, stray: `${file}:${line} ${text}` }))
      : [],
  );

  it('says every sentence as a fact, so that it has a language only where somebody reads it', () => {
    const unknown = stray.filter(({ file }) => !inEnglishOnPurpose.some(([known]) => known.test(file)));
    expect(unknown.map((one) => one.stray)).toEqual([]);
  });

  it('is exempt only while it has such sentences', () => {
    const idle = inEnglishOnPurpose.filter(([known]) => !stray.some(({ file }) => known.test(file)));
    expect(idle).toEqual([]);
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

  it('in a room, unless developers alone read it', () => {
    const source = `
      throw new AppError('usage.invalid', { problem: 'The file is too long.' });
      throw new Error('The program is wrong here.');
      logs.event('warn', 'a.b', { detail: 'The file could not be read.' });
      const schema = text.describe('What the file is called.');
      const isOld = said.startsWith('The file could not be') || said.includes('it was cut off here');
      noteRefusal('A page has come from elsewhere.');
      const field = text.startsWith('/', 'must start with a slash');
      const said = fact('The file is {name}.', { name });
      const columns = ['Ultimate debtor name', 'modification id'];
      const glued = \`\${name} has no columns that fit\`;`;
    expect(words(strayInRoom(source, 'a.ts'))).toEqual([
      'The file is too long.',
      'must start with a slash',
      ' has no columns that fit',
    ]);
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
