/**
 * @file No text from outside takes longer than linear time. The regular expressions are collected from the sources, so
 * that a new one cannot be forgotten, and each is run over texts that are made from itself.
 */

import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  redactAll,
  redactAuthorization,
  redactJsonWebTokens,
  redactOpaqueRuns,
  redactQueries,
  redactSecretFields,
  redactSignedQueries,
  redactUserInfo,
} from '../../../src-main/ground/redaction.ts';
import { exactValueOf } from '../../../src-main/wire/service/exact-json.ts';
import { tableOf } from '../../../src-main/wire/service/reply-table.ts';
import { boundedText, excerptOf, parseJson, usefulSentence } from '../../../src-main/wire/service/reply-words.ts';
import { outcomeOf, readRuleRun, readRuleRunStatus } from '../../../src-main/wire/service/rule-replies.ts';
import { readBatchStatus, readUploadReservation, readValidationResult } from '../../../src-main/wire/service/wire.ts';
import { fastest, quickest } from '../../fastest.ts';
import { BATCH } from './fixtures.ts';

const LONG = 256 * 1024;
/** A quadratic search of this many characters takes half a second; a linear one takes less than a millisecond. */
const ENOUGH = 32 * 1024;
const LONGEST_SEARCH_MS = 40;
/** A window that stands still for longer seems to. */
const MOMENT_MS = 50;

/** The whole takes as long as all its parts, one by one; sixteen times as long is quadratic. */
const PARTS = 16;
const MOST_GROWTH = 8;
/** The clock of a thread moves by steps of up to 4 ms. */
const COARSE_MS = 8;

const rooms = ['src-main/{wire,posting,rule-runs,ground,shells/cli}/**/*.ts', 'src-shared/**/*.ts'];

interface Found {
  place: string;
  expression: RegExp;
}

/** Every regular expression that is written in a source; those that are put together at run time by their place only. */
function expressionsIn(file: string): { written: Found[]; composed: string[] } {
  const source = readFileSync(file, 'utf8');
  const written: Found[] = [];
  const composed: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const line = source.slice(0, node.start).split('\n').length;
      written.push({ place: `${file}:${line}`, expression: new RegExp(node.regex.pattern, node.regex.flags) });
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') composed.push(file);
    },
  }).visit(parseSync(file, source).program);
  return { written, composed };
}

const files = rooms
  .flatMap((room) => {
    const inIt = globSync(room);
    if (inIt.length === 0) throw new Error(`No source is in ${room}.`);
    return inIt;
  })
  .map((file) => file.replaceAll('\\', '/'));
const found = files.map(expressionsIn);

/** Those that are put together at run time. A new one needs a test below of how its worst text is searched. */
const composedIn = [
  'src-main/ground/redaction.ts',
  'src-main/ground/redaction.ts',
  'src-main/wire/diagnosis/certificate-chain.ts',
  'src-main/wire/service/exact-json.ts',
  'src-main/wire/transfer/storage-reply.ts',
];

/** Texts that the expression almost matches: beginnings of what it matches, over and over, with and without an end. */
function texts(expression: RegExp, length: number): string[] {
  // The generator knows neither what looks around itself nor what refers back.
  const plain = expression.source
    .replace(/\(\?<?[=!]/g, '(?:')
    .replace(/\\[bB\d]/g, '')
    .replace(/\\p\{C\w\}/g, '\\x07');
  const matching = fc.stringMatching(new RegExp(plain, expression.unicode ? 'u' : ''));
  const samples = fc.sample(matching, { seed: 7, numRuns: 3 });
  const beginnings = samples.flatMap((sample) =>
    Array.from({ length: Math.min(16, sample.length) }, (_, index) => sample.slice(0, index + 1)),
  );
  const pieces = new Set([...beginnings, ...beginnings.map((beginning) => beginning.slice(-1)), ' ', '.', '/', 'a']);
  const repeated = [...pieces].map((piece) => piece.repeat(Math.ceil(length / piece.length)));
  const pumped = beginnings.map((beginning) => beginning + beginning.slice(-1).repeat(length));
  return [...repeated, ...pumped].map((text) => `${text}\u0000`);
}

function search(expression: RegExp, text: string): unknown {
  if (expression.global) return text.replace(expression, '');
  return expression.test(text);
}

describe('regular expressions', () => {
  it('they are found in the sources', () => {
    expect(found.flatMap(({ written }) => written).length).toBeGreaterThan(50);
    expect(found.flatMap(({ composed }) => composed).sort()).toEqual(composedIn);
  });

  it('a quadratic expression would be noticed', () => {
    const slow = /https?:[^\s?]*\?/gi;
    const time = (text: string) => quickest(() => search(slow, text));
    const whole = texts(slow, ENOUGH);
    // Twice as much takes four times as long, which twice as long for a linear one is far from.
    const isSlow = (half: string, at: number) => time(half) > COARSE_MS && time(whole[at] ?? '') / time(half) > 3;
    expect(texts(slow, ENOUGH / 2).some(isSlow)).toBe(true);
  });

  it.each(found.flatMap(({ written }) => written))('no text makes $expression slow ($place)', ({ expression }) => {
    for (const text of texts(expression, ENOUGH)) {
      const milliseconds = fastest(() => search(expression, text), LONGEST_SEARCH_MS);
      expect(milliseconds, JSON.stringify(text.slice(0, 60))).toBeLessThan(LONGEST_SEARCH_MS);
    }
  });
});

/** Everything that searches a text of the other side. */
const searches: Record<string, (text: string) => unknown> = {
  redactAll: (text) => redactAll(text, ['a secret that is in use']),
  redactAuthorization,
  redactJsonWebTokens,
  redactOpaqueRuns,
  redactQueries,
  redactSecretFields,
  redactSignedQueries,
  redactUserInfo,
  parseJson,
  exactValueOf: (text) => exactValueOf(JSON.stringify([text])),
  usefulSentence,
  excerptOf,
  boundedText: (text) => boundedText(text, 300),
  outcomeOf,
  readUploadReservation,
  readValidationResult: (text) => readValidationResult(text, BATCH),
  readBatchStatus: (text) => readBatchStatus({ status: text, error_message: text }, BATCH),
  readRuleRun,
  readRuleRunStatus,
  tableOf,
};

const units = [
  ...['<title', '<title>', '</title', '<script>', '</script ', '<style', '<', '>', '<!--'],
  ...['http://', 'https:\\/\\/', 'http://a@', 'http://a?', 'https:?sig', 'sig=', '?', '@', '\\/', '\\u003f'],
  ...[
    'secret',
    'secret ',
    'secret=',
    'client_',
    'access_token\\"',
    'Bearer ',
    'Basic%20',
    'Bearer Bearer ',
    'eyJ',
    'eyJa.',
    '-eyJ-',
  ],
  ...['a'.repeat(47), `${'a'.repeat(47)} `, 'a b ', ' ', '\n', '\u00a0', '.', ').', 'http://x).', ':', 'a.', '....,'],
  ...[
    '"',
    '\\',
    '\\"',
    '{',
    '[',
    '{"a":',
    '[[],',
    '00000000-',
    '00000000-0000-',
    'aA',
    'fail ',
    '\u202e',
    '\ud800',
    '\u001b[31m',
  ],
];

describe.each(Object.entries(searches))('%s', (_, search) => {
  it('takes a moment for a long text of anything', () => {
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(LONG / unit.length));
      const milliseconds = fastest(() => search(text), MOMENT_MS);
      expect(milliseconds, JSON.stringify(unit)).toBeLessThan(MOMENT_MS);
    }
  });
});

/** Of a MiB, or a share of it. */
const repliesOf = (share: number): unknown[] => {
  const many = <Item>(most: number, make: (index: number) => Item) =>
    Array.from({ length: most * share }, (_, at) => make(at));
  const rules = many(13_000, (index) => ({ rule_id: `r${index}`, reason: 'no such rule' }));
  return [
    { rejected_rules: rules, accepted_rules: rules },
    { rejected: Object.fromEntries(rules.map(({ rule_id, reason }) => [rule_id, reason])) },
    many(25_000, (index) => ({ [`k${index}`]: 1 })),
    Object.fromEntries(many(55_000, (index) => [`url${index}`, 'http://[x'])),
    { uuid: many(55_000, () => 'x') },
  ];
};
it('a MiB of fields, rules or rows takes no more than in proportion to a sixteenth of it', () => {
  const [whole, part] = [repliesOf(1), repliesOf(1 / PARTS)];
  for (const [name, search] of Object.entries(searches).slice(-6)) {
    // Each of them takes any value that JSON can have.
    const read = search as (value: unknown) => unknown;
    for (const [index, reply] of whole.entries()) {
      const inParts = quickest(() => {
        for (let count = 0; count < PARTS; count += 1) read(part[index]);
      });
      const growth = quickest(() => read(reply)) / Math.max(COARSE_MS, inParts);
      expect(growth, `${name}, reply ${index}`).toBeLessThan(MOST_GROWTH);
    }
  }
});
