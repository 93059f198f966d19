import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AppError, type Audience, describeError, errorCodes, titleOfError } from '../../src-shared/errors.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { errorRecordSchema } from '../../src-shared/shapes.ts';
import { inBrackets, isOneText } from '../languages/bracketed.ts';
import { sample } from './error-samples.ts';

const commandLineWords = /“tranship|--\w|TRANSHIP_|environment|variable|argument|exit code|stack/i;
/** What stops only what happens in a queue or in the window never ends a command. */
const endsNoCommand = /^(upload|page)\./;
const audiences: readonly Audience[] = ['window', 'terminal', 'ended-command'];
const sentencesFor = (code: (typeof errorCodes)[number], audience: Audience) => {
  const { title, detail, remedy } = describeError({ code, params: sample }, audience);
  return [title, detail, remedy];
};

describe.each(errorCodes)('the words for %s', (code) => {
  it.each(audiences)('are whole in the %s', (audience) => {
    for (const words of sentencesFor(code, audience)) {
      expect(words).not.toMatch(/undefined|NaN|null|\[object|\$\{|Invalid Date/);
      expect(words).toMatch(/^\S.{3,}\S$/);
    }
  });

  it.each(audiences)('end as sentences in the %s, and the title does not', (audience) => {
    const [title, , remedy] = sentencesFor(code, audience);
    expect(title).toMatch(/[^.!?]$/);
    expect(remedy).toMatch(/[.?]$/);
  });

  it('name no command, option or variable in the window', () => {
    expect(sentencesFor(code, 'window').join(' ')).not.toMatch(commandLineWords);
  });
});

it.each(errorCodes.filter((code) => !endsNoCommand.test(code)))(
  '%s promises nothing once a command has ended',
  (code) => {
    const [, , remedy] = sentencesFor(code, 'ended-command');
    expect(remedy).not.toMatch(/\b(Tranship|queue) (asks|checks|continues|follows|starts|tries|waits)\b.* by itself/);
  },
);

it('each error stands in one part of the catalogue', async () => {
  const folder = new URL('../../src-shared/error-words/', import.meta.url);
  const parts = await Promise.all((await readdir(folder)).map((name) => import(new URL(name, folder).href)));
  const tables = parts.flatMap((part: Record<string, unknown>) =>
    Object.values(part).filter((value) => typeof value === 'object'),
  );
  const codes = tables.flatMap((table) => Object.keys(table ?? {}));
  expect(codes.toSorted()).toEqual(errorCodes.toSorted());
});

it.each([
  ['baseUrl', 'base address: is no address'],
  ['Nordbank: tokenUrl', 'Nordbank: token address: is no address'],
  ['TRANSHIP_BASE_URL', 'TRANSHIP_BASE_URL: is no address'],
])('a connection whose %s is wrong is told in words that people know', (field, words) => {
  expect(describeError({ code: 'connection.invalid', params: { field, problem: 'is no address' } }).detail).toBe(words);
});

it.each(['network.authorities', 'network.proxy-password', 'file.not-a-file'] as const)(
  '%s sends no one in a terminal to the window',
  (code) => {
    const [, , remedy] = sentencesFor(code, 'terminal');
    expect(remedy).not.toMatch(/Settings|Choose|choose/);
  },
);

describe('the remedy', () => {
  it('is in the words of the one who reads it', () => {
    const error = { code: 'queue.unknown-id', params: { id: '12' } } as const;
    expect(describeError(error).remedy).toContain('The queue shows what is there');
    expect(describeError(error, 'terminal').remedy).toContain('tranship queue list');
  });

  it('tells its reader while something runs what Tranship does, and afterwards what a person can do', () => {
    const error = {
      code: 'service.unavailable',
      params: { endpoint: 'GET /status', status: 503, reason: '' },
    } as const;
    expect(describeError(error, 'terminal').remedy).toBe(
      'Tranship tries again by itself soon, and then less and less often.',
    );
    expect(describeError(error, 'ended-command').remedy).toBe('Try again in a few minutes.');
  });

  it('is the same for all where there is nothing to tell apart', () => {
    const error = { code: 'disk.full', params: { folder: '/data' } } as const;
    expect(describeError(error, 'terminal')).toEqual(describeError(error, 'window'));
  });
});

it('an error that only earlier versions stored can still be read', () => {
  const stored = { code: 'batch.doubtful', params: { hours: 24, state: 'PROCESSING' }, retryable: false } as const;
  expect(errorRecordSchema.parse(stored)).toEqual(stored);
  expect(describeError(stored).detail).toContain('for 24 h the service has said no more than PROCESSING');
});

describe('in another language', () => {
  const german = languageFor('de', []);

  it.each(errorCodes)('%s is said as whole sentences of the catalogue', (code) => {
    const given = Object.values(sample);
    const { title, detail, remedy } = inBrackets(() => describeError({ code, params: sample }));
    expect(inBrackets(() => titleOfError(code))).toBe(title);
    for (const words of [title, detail, remedy]) {
      expect(given.includes(words) || isOneText(words), words).toBe(true);
    }
  });

  it.each(errorCodes)('the advice of %s in a terminal is a text of the catalogue too', (code) => {
    for (const audience of ['terminal', 'ended-command'] as const) {
      const { remedy } = inBrackets(() => describeError({ code, params: sample }, audience));
      expect(Object.values(sample).includes(remedy) || isOneText(remedy), remedy).toBe(true);
    }
  });

  it('an error that was made before the language was set is said in the new one', () => {
    const record = new AppError('file.not-found', { path: 'C:/a.jsonl' }).toRecord();
    const catalogue = {
      'The file was not found': 'Die Datei wurde nicht gefunden',
      'There is no file at {path}.': 'Unter {path} gibt es keine Datei.',
    };
    expect(speaking(german, catalogue, () => describeError(record))).toMatchObject({
      title: 'Die Datei wurde nicht gefunden',
      detail: 'Unter C:/a.jsonl gibt es keine Datei.',
    });
    expect(describeError(record).title).toBe('The file was not found');
  });
});
