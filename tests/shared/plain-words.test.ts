/** @file The words that people read, held against those that plain English and docs/glossary.md rule out. */

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { allMessages } from '../../build/languages/messages.ts';
import { createProgram } from '../../src-main/shells/cli/program.ts';
import { type Audience, describeError, errorCodes } from '../../src-shared/errors.ts';
import { historyKindSchema } from '../../src-shared/history.ts';
import { happeningInWords } from '../../src-shared/history-words.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { misfortuneMeanings } from '../../src-shared/misfortune-meanings.ts';
import { stateInWords } from '../../src-shared/state-words.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { sample } from './error-samples.ts';

const banned: readonly RegExp[] = [
  /\bwho(m|so)?ever\b/i,
  /\bwhatever\b/i,
  /\b(no|any|some)body\b/i,
  /\banew\b/i,
  /\ball the same\b/i,
  /\b(hence|thereof|meanwhile)\b/i,
  /\bwhom to ask\b/i,
  /\bat hand\b/i,
  /\bfor good\b/i,
  /\bonce more\b/i,
  /\b(goes|go|going|went) on\b/i,
  /\b(gets|get|getting) on\b/i,
  /\b(stands?|stood) (still|in)\b/i,
  /\bat work\b/i,
  /\blet go\b/i,
  /\btold of\b/i,
  /\btells? (of|what|how)\b/i,
  /\bin its place\b/i,
  /\bin between\b/i,
  /\blead(s)? (on|out|nowhere)\b/i,
  /\ba mistake of ours\b/i,
  /\bpapers?\b/i,
  /\bpart(y|ies)\b/i,
  /\bplace (given|asked)\b/i,
  /\b(bad|dead|cut|faster|slow) line\b/i,
  /\b(on|of) the line\b/i,
  /\bafter all\b/i,
  /\bbegan\b/i,
  /\bholds\b/i,
  /!/,
];

/** What the service decides about transactions, lines, batches and files is called accepted and rejected. */
const formerWords: readonly RegExp[] = [
  /\brefused by the (service|check)\b/i,
  /\bpartly refused\b/i,
  /\bservice (?!refused the request)[^.:;]*\b(refus(e|es|ed)|takes?|taken)\b(?! over)/i,
  /\b(lines?|transactions?|batch(es)?)\b[^.:;]*\b(is|are|was|were|been) (refused|taken)\b/i,
  /^refused$/i,
];
/** Where “refused” is of something else: what a person made of an offer, and a certificate. */
const rightly = new Set([
  'src-renderer/texts/team.ts: “Refused”',
  'src-renderer/connections/sign-in-facts.tsx: “It has expired, so the service refuses it. Replace it with a new one.”',
]);

const windowTexts = (): [string, string][] =>
  allMessages()
    .uses.filter(({ file }) => file.startsWith('src-renderer/'))
    .map(({ file, text }) => [file, text]);

const audiences: readonly Audience[] = ['window', 'terminal', 'ended-command'];

function errorTexts(): [string, string][] {
  return errorCodes.flatMap((code) =>
    audiences.flatMap((audience) => {
      const { title, detail, remedy } = describeError({ code, params: sample }, audience);
      return [title, detail, remedy].map((text): [string, string] => [code, text]);
    }),
  );
}

const oddWordsIn = (texts: readonly (readonly [string, string])[]): string[] =>
  texts.flatMap(([where, text]) =>
    banned.filter((word) => word.test(text)).map((word) => `${where}: “${text}” ${word}`),
  );

const misfortuneTexts = (): [string, string][] =>
  Object.entries(misfortuneMeanings).map(([name, meaning]) => [name, inEnglish(meaning)]);

/** The help of every command. */
function helpTexts(): [string, string][] {
  const outlet = new PassThrough();
  const program = createProgram(() => Promise.resolve(), { stdout: outlet, stderr: outlet, argv: [] });
  const helpOf = (command: typeof program): [string, string][] => {
    const written: string[] = [];
    command.configureOutput({ writeOut: (text) => written.push(text) });
    command.outputHelp();
    const entries = written.join('').split(/\n(?:\s*\n| {2}(?=\S))/);
    const texts = entries.map((text): [string, string] => [command.name(), text.replace(/\s+/g, ' ')]);
    return [...texts, ...command.commands.flatMap(helpOf)];
  };
  return helpOf(program);
}

it('what the service decides is called accepted and rejected everywhere', () => {
  const history = historyKindSchema.options.map((kind) => happeningInWords({ kind }));
  const remote = ['VALIDATION_STARTED', 'VALIDATION_FAILED', 'PENDING_INGESTION', 'PROCESSED', 'ERROR'];
  const texts: [string, string][] = [
    ...windowTexts(),
    ...errorTexts(),
    ...misfortuneTexts(),
    ...submissionStateNames.map((state): [string, string] => [state, stateInWords(state)]),
    ...[...history, ...remote.map((remoteState) => happeningInWords({ kind: 'status', remoteState }))].map(
      (text): [string, string] => ['history', text],
    ),
    ...helpTexts(),
  ];
  const found = texts.filter(
    ([where, text]) => !rightly.has(`${where}: “${text}”`) && formerWords.some((word) => word.test(text)),
  );
  expect(found).toEqual([]);
});

it.each([
  'The service refused it. Its report says why.',
  'refused by the service',
  'send what is missing, and never what the service has taken',
  'Two lines were refused.',
  'Refused',
])('“%s” would be found', (text) => {
  expect(formerWords.some((word) => word.test(text))).toBe(true);
});

it('the window uses plain words', () => {
  const texts = windowTexts();
  expect(texts.length).toBeGreaterThan(500);
  expect(oddWordsIn(texts)).toEqual([]);
});

it('errors use plain words', () => {
  expect(oddWordsIn(errorTexts())).toEqual([]);
});

it('misfortunes are described in plain words', () => {
  expect(oddWordsIn(misfortuneTexts())).toEqual([]);
});

it.each(errorCodes)('the title of %s contains no value', (code) => {
  const other = Object.entries(sample).map(([name, value]) => [
    name,
    typeof value === 'number' ? value + 1 : `${value}x`,
  ]);
  const titles = [sample, Object.fromEntries(other)].map((params) => describeError({ code, params }).title);
  expect(new Set(titles).size).toBe(1);
});
