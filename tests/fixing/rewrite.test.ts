import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { LineMap } from '../../src-main/fixing/line-map.ts';
import { emptyRecipe, type RecipeStep } from '../../src-main/fixing/recipe.ts';
import { rewrite } from '../../src-main/fixing/rewrite.ts';
import type { RewriteRequest, RewriteSummary } from '../../src-main/fixing/rewrite-messages.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { transaction } from '../check/sources.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

interface Rewritten {
  text: string;
  summary: RewriteSummary;
  log: Record<string, unknown>[];
}

function rewritten(content: string | Buffer, steps: RecipeStep[], more: Partial<RewriteRequest> = {}): Rewritten {
  const [path, out, log] = ['source.jsonl', 'new.jsonl', 'log.jsonl'].map((name) => join(folder, name));
  if (path === undefined || out === undefined || log === undefined) throw new Error('no names');
  for (const file of [out, log]) rmSync(file, { force: true });
  writeFileSync(path, content);
  const request: RewriteRequest = {
    path,
    out,
    log,
    recipe: { ...emptyRecipe, steps },
    scope: LineSet.all.encode(),
    rejected: LineSet.none.encode(),
    ruleSet: defaultRuleSet,
    ...more,
  };
  const summary = rewrite(request, lineJudge(defaultRuleSet, Date.now()), () => {});
  expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
  const entries = readFileSync(log, 'utf8').trimEnd().split('\n');
  return { text: readFileSync(out, 'latin1'), summary, log: entries.map((entry) => JSON.parse(entry)) };
}

const line = (id: number, more: object = {}) => JSON.stringify({ ...transaction(id), ...more });

describe('The new file', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['without a last newline', 'a\nb'],
    ['CRLF', 'a\r\nb\r\n'],
    ['blank lines', '\n\n \n'],
    ['not UTF-8', '\xff\n\xfe{'],
    ['a byte order mark', '\xef\xbb\xbfa\n'],
    ['NUL', '\0\n'],
  ])('An empty recipe makes the same bytes: %s', (_, text) => {
    expect(rewritten(Buffer.from(text, 'latin1'), []).text).toBe(text);
  });

  it('Each step counts, in the order in which the steps run', () => {
    const content = `\uFEFF${['{"c":" se "}', '', '{"c":"xx"}', '  ', '{"c":"Sweden"}'].join('\r\n')}`;
    const { text, summary, log } = rewritten(content, [
      { step: 'upper-case', field: 'c' },
      { step: 'drop-blank' },
      { step: 'trim', field: 'c' },
      { step: 'replace', field: 'c', from: 'Sweden', to: 'SE' },
      { step: 'drop-bom' },
    ]);
    expect(text).toBe('{"c":"SE"}\r\n{"c":"XX"}\r\n{"c":"SE"}');
    expect(summary).toMatchObject({ lines: 5, kept: 3, changed: 3, dropped: 2, leftOut: 0 });
    expect(summary.byStep).toEqual([
      { step: 'drop-bom', changed: 0, dropped: 1 },
      { step: 'drop-blank', changed: 0, dropped: 2 },
      { step: 'replace', field: 'c', changed: 1, dropped: 0 },
      { step: 'trim', field: 'c', changed: 1, dropped: 0 },
      { step: 'upper-case', field: 'c', changed: 2, dropped: 0 },
    ]);
    expect(log.slice(0, -1)).toEqual([
      { line: 0, step: 'drop-bom' },
      { line: 1, newLine: 1, step: 'trim', field: 'c', before: ' se ', after: 'se' },
      { line: 1, newLine: 1, step: 'upper-case', field: 'c', before: 'se', after: 'SE' },
      { line: 2, step: 'drop-blank' },
      { line: 3, newLine: 2, step: 'upper-case', field: 'c', before: 'xx', after: 'XX' },
      { line: 4, step: 'drop-blank' },
      { line: 5, newLine: 3, step: 'replace', field: 'c', before: 'Sweden', after: 'SE' },
      {
        event: 'lines',
        runs: [
          [1, 1, 1],
          [2, 3, 1],
          [3, 5, 1],
        ],
      },
    ]);
  });

  it('The log tells the digests of both files, and numbers with all of their digits', () => {
    const before = '{"a":"12345678901234567890.10"}\n';
    const { text, log, summary } = rewritten(before, [{ step: 'number-from-text', field: 'a', decimal: '.' }]);
    const digest = (content: string) => createHash('sha256').update(content).digest('hex');
    expect(summary.source).toEqual({ bytes: before.length, sha256: digest(before) });
    expect(summary.result).toEqual({ bytes: text.length, sha256: digest(text) });
    expect(log.at(-1)).toMatchObject({ event: 'summary', source: summary.source, result: summary.result });
    expect(readFileSync(join(folder, 'log.jsonl'), 'utf8')).toContain('"after":12345678901234567890.10}');
  });

  it('A line longer than 16 MiB is copied as it is', () => {
    const long = `{"c":"Sweden","x":"${'y'.repeat(16 * 1024 * 1024)}"}`;
    const { text, summary } = rewritten(`{"c":"Sweden"}\n${long}\n{"c":"Sweden"}`, [
      { step: 'replace', field: 'c', from: 'Sweden', to: 'SE' },
    ]);
    expect(text === `{"c":"SE"}\n${long}\n{"c":"SE"}`).toBe(true);
    expect(summary).toMatchObject({ lines: 3, changed: 2 });
  });

  it('A dry run counts the same and writes nothing', () => {
    const path = join(folder, 'source.jsonl');
    const steps: RecipeStep[] = [{ step: 'upper-case', field: 'c' }];
    const { summary } = rewritten('{"c":"se"}\n', steps);
    const {
      out: _,
      log: __,
      ...request
    } = { out: '', log: '', path, recipe: { ...emptyRecipe, steps }, scope: LineSet.all.encode() };
    const dry = rewrite({ ...request, rejected: LineSet.none.encode(), ruleSet: defaultRuleSet }, undefined, () => {});
    expect(dry).toEqual(summary);
    expect(dry.samples).toEqual([{ line: 1, step: 'upper-case', field: 'c', before: '"se"', after: '"SE"' }]);
  });

  it('What is there is never overwritten, and nothing else is left', () => {
    const path = join(folder, 'source.jsonl');
    writeFileSync(path, '{}\n');
    writeFileSync(join(folder, 'new.jsonl'), 'precious');
    const request: RewriteRequest = {
      path,
      out: join(folder, 'new.jsonl'),
      log: join(folder, 'log.jsonl'),
      recipe: emptyRecipe,
      scope: LineSet.all.encode(),
      rejected: LineSet.none.encode(),
      ruleSet: defaultRuleSet,
    };
    expect(() => rewrite(request, undefined, () => {})).toThrow(expect.objectContaining({ code: 'file.cannot-write' }));
    expect(readdirSync(folder).sort()).toEqual(['new.jsonl', 'source.jsonl']);
    expect(readFileSync(join(folder, 'new.jsonl'), 'utf8')).toBe('precious');
  });

  it('What a process that was killed has left is in the way of nothing', () => {
    writeFileSync(join(folder, 'new.jsonl.partial'), 'half a li');
    expect(rewritten('{}\n', []).text).toBe('{}\n');
    expect(existsSync(join(folder, 'new.jsonl.partial'))).toBe(false);
  });
});

describe('Lines that are dropped', () => {
  it('A refused line goes, unless the recipe has mended it', () => {
    const content = [line(1), line(2, { payment_source_country: 'de' }), line(3, { payment_type: 7 }), line(4)].join(
      '\n',
    );
    const { summary, log } = rewritten(
      content,
      [{ step: 'drop-refused' }, { step: 'upper-case', field: 'payment_source_country' }],
      { rejected: LineSet.of([4, 3, 2, 3]).encode() },
    );
    expect(log.slice(0, -2)).toEqual([
      expect.objectContaining({ line: 2, newLine: 2, step: 'upper-case' }),
      expect.objectContaining({ line: 3, step: 'drop-refused', why: [expect.anything()] }),
      expect.objectContaining({ line: 4, step: 'drop-refused' }),
    ]);
    // Only the service knows what is wrong with it.
    expect(log[2]).not.toHaveProperty('why');
    expect(summary).toMatchObject({ kept: 2, dropped: 2 });
  });

  it('A refused line that was changed and is still faulty goes', () => {
    const faulty = line(1, { payment_source_country: 'de', payment_type: 7 });
    const { summary } = rewritten(
      faulty,
      [{ step: 'drop-refused' }, { step: 'upper-case', field: 'payment_source_country' }],
      { rejected: LineSet.of([1]).encode() },
    );
    expect(summary).toMatchObject({ kept: 0, changed: 0, dropped: 1 });
  });

  it.each([
    ['first', [1, 2, 4]],
    ['last', [2, 3, 4]],
  ] as const)('Of lines with the same modification id, the %s is kept', (keep, kept) => {
    const upper = JSON.stringify(transaction(1)).replace(/"external_id":"0{8}/g, (id) =>
      id.toUpperCase().replace('EXTERNAL_ID', 'external_id'),
    );
    const content = [line(1), line(2), upper, '{"no":"id"}'].join('\n');
    const { summary } = rewritten(content, [{ step: 'keep-one', by: 'modification-id', keep }]);
    const map = LineMap.parse(summary.lineMap);
    expect([1, 2, 3].map((each) => map.originalOf(each))).toEqual(kept);
  });

  it.each([
    ['first', [1, 2, 3, 5]],
    ['last', [2, 3, 4, 5]],
  ] as const)(
    'Lines with the same id and other content are kept and told of, also where the %s of equal ones is kept',
    (keep, kept) => {
      const content = [line(1), line(1, { payment_type: 'other' }), line(2), line(1), line(3)].join('\n');
      const { summary } = rewritten(content, [{ step: 'keep-one', by: 'modification-id', keep }]);
      const map = LineMap.parse(summary.lineMap);
      expect([1, 2, 3, 4].map((each) => map.originalOf(each))).toEqual(kept);
      const { external_id: id } = transaction(1).modification;
      expect(summary).toMatchObject({
        dropped: 1,
        conflicts: { lines: 2, groups: [{ id, lines: [kept[0], keep === 'first' ? 2 : 4] }] },
      });
    },
  );

  it.each(['first', 'last'] as const)(
    'Of lines with one id, only the %s counts, even where their content differs, and also where it is faulty itself',
    (keep) => {
      const cutOff = JSON.stringify(transaction(9)).replaceAll(transaction(9).modification.external_id, '1.23E+35');
      const [one, other] = [line(1, { payment_type: 7 }), line(1, { payment_type: 'other' })];
      const content = [...(keep === 'first' ? [one, other] : [other]), line(2), cutOff, cutOff];
      const last = keep === 'last' ? [one] : [];
      const rest = { out: join(folder, 'rest.jsonl') };
      const steps: RecipeStep[] = [
        { step: 'keep-one', by: 'id', keep, reason: 'Two versions' },
        { step: 'drop-refused' },
      ];
      const faulty = keep === 'first' ? 1 : 5;
      const { log } = rewritten([...content, ...last].join('\n'), steps, {
        rejected: LineSet.of([faulty]).encode(),
        rest,
      });
      expect(readFileSync(rest.out, 'utf8').trim()).toBe(one);
      const by = { step: 'keep-one', by: 'id', copyOf: faulty, reason: 'Two versions' };
      expect(log[0]).toMatchObject({ line: keep === 'first' ? 2 : 1, ...by });
      // What a program has cut off says nothing of which payments are the same.
      expect(log.filter(({ step }) => step === 'keep-one')).toHaveLength(1);
    },
  );

  it.each([
    ['first', true, { 3: 'id', 4: 'modification-id', 5: 'id', 6: 'id' }],
    ['last', true, { 1: 'id', 4: 'modification-id', 5: 'modification-id', 6: 'modification-id' }],
    ['last', false, { 1: 'id' }],
  ] as const)(
    'Of each id the %s version counts, and which of the lines that say it stays is the other step’s: %s',
    (keep, hasOther, gone) => {
      const [one, other] = [line(1, { payment_type: 'one' }), line(1, { payment_type: 'other' })];
      const { log } = rewritten([one, line(2), other, line(2), other, other].join('\n'), [
        ...(hasOther ? [{ step: 'keep-one', by: 'modification-id', keep: 'first' } as const] : []),
        { step: 'keep-one', by: 'id', keep, reason: 'Two versions' },
      ]);
      const steps = log.flatMap(({ line: number, by }) => (number === undefined ? [] : [[number, by]]));
      expect(Object.fromEntries(steps)).toEqual(gone);
    },
  );

  it('All lines of an id go where none of them counts, also a faulty one, but none that has its id alone by now', () => {
    const versions = (id: number) => [line(id), line(id, { payment_type: 'other' })];
    const content = [...versions(1), line(1, { payment_type: 7 }), ...versions(2), ...versions(3)];
    const ids = [1, 3].map((id) => transaction(id).modification.external_id.toUpperCase());
    const { summary, log } = rewritten(
      content.join('\n'),
      [
        { step: 'drop-with-value', field: 'payment_type', value: 'other', reason: 'No others' },
        { step: 'drop-with-fault', rule: 'modification.duplicate', field: '', ids, reason: 'Neither' },
        { step: 'drop-refused' },
      ],
      { rejected: LineSet.of([3]).encode(), sharing: LineSet.of([1, 2, 3, 4, 5, 6, 7]).encode() },
    );
    const neither = log.filter(({ step }) => step === 'drop-with-fault');
    expect(neither).toEqual([1, 3].map((at) => expect.objectContaining({ line: at, reason: 'Neither' })));
    expect(summary).toMatchObject({ kept: 2, dropped: 5 });
  });

  it('Lines with a value go with the reason of the step, and those in which a fault is left', () => {
    const content = [
      line(1, { payment_type: 'see letter' }),
      line(2, { sender: undefined }),
      line(3, { sender: undefined, payment_source_country: 'de' }),
      line(4, { payment_source_country: 'Atlantis' }),
      line(5, { payment_source_country: 'de' }),
    ];
    const { summary, log } = rewritten(
      content.join('\n'),
      [
        { step: 'drop-with-value', field: 'payment_type', value: 'see letter', reason: 'No letter came' },
        { step: 'drop-with-fault', rule: 'field.required', field: 'sender.by_external_id', reason: 'Not known' },
        { step: 'drop-with-fault', rule: 'field.format', field: 'payment_source_country', message: 'something else' },
        { step: 'drop-with-fault', rule: 'field.format', field: 'payment_target_country' },
        { step: 'upper-case', field: 'payment_source_country' },
      ],
      { rejected: LineSet.of([2, 3, 4, 5]).encode() },
    );
    expect(log.slice(0, -2)).toEqual([
      expect.objectContaining({ line: 1, step: 'drop-with-value', reason: 'No letter came' }),
      expect.objectContaining({ line: 2, step: 'drop-with-fault', reason: 'Not known', why: expect.anything() }),
      expect.objectContaining({ line: 3, step: 'drop-with-fault', reason: 'Not known' }),
      expect.objectContaining({ line: 4, newLine: 1, step: 'upper-case' }),
      expect.objectContaining({ line: 5, newLine: 2, step: 'upper-case' }),
    ]);
    expect(summary).toMatchObject({ kept: 2, dropped: 3 });
  });

  it.each([
    ['known', { by_external_id: 'C-1' }],
    ['unknown', { external_entity_type: 'unknown', unknown: { full_name: 'Anna' } }],
  ] as const)(
    'Of an entity that is given in both forms, the %s one is kept, and no other entity is touched',
    (form, left) => {
      const both = { by_external_id: 'C-1', external_entity_type: 'unknown', unknown: { full_name: 'Anna' } };
      const whole = { external_entity_type: 'unknown', unknown: { full_name: 'Ben' } };
      const content = [
        line(1, { receiver: both }),
        line(2, { receiver: whole }),
        line(3, { receiver: { by_external_id: 'C-2' } }),
      ];
      const { text, log } = rewritten(content.join('\n'), [{ step: 'keep-form', field: 'receiver', form }]);
      expect(text.split('\n').map((own) => JSON.parse(own).receiver)).toEqual([left, whole, { by_external_id: 'C-2' }]);
      expect(log[0]).toMatchObject({
        step: 'keep-form',
        field: form === 'known' ? 'receiver.external_entity_type' : 'receiver.by_external_id',
      });
    },
  );

  it('Of each id that lines share, those are told together that say the same', () => {
    const other = line(1, { payment_type: 'other' });
    const content = [line(1), line(2), other, line(1), line(2), other].join('\n');
    const { shared } = rewritten(content, [{ step: 'keep-one', by: 'modification-id', keep: 'first' }]).summary;
    const idOf = (id: number) => transaction(id).modification.external_id;
    expect(shared).toEqual([
      {
        id: idOf(1),
        lines: 4,
        alike: [
          [1, 4],
          [3, 6],
        ],
      },
      { id: idOf(2), lines: 2, alike: [[2, 5]] },
    ]);
  });

  it('A broken line is no one’s duplicate', () => {
    const content = [line(1).slice(0, -1), line(1)].join('\n');
    const { summary } = rewritten(content, [{ step: 'keep-one', by: 'modification-id', keep: 'first' }]);
    expect(summary.kept).toBe(2);
  });

  it('Equal lines, after what the other steps made of them', () => {
    const { text } = rewritten('{"a":"x"}\n{"a":"X"}\n{"a":"y"}', [
      { step: 'keep-one', by: 'line', keep: 'first' },
      { step: 'upper-case', field: 'a' },
    ]);
    expect(text).toBe('{"a":"X"}\n{"a":"Y"}');
  });
});

describe('Only some of the lines', () => {
  it('A line that another program has spaced, ordered and spelled otherwise was taken, and one with another text in it was not', () => {
    const taken = join(folder, 'taken.jsonl');
    writeFileSync(taken, [line(1, { note: 'a b' }), line(2, { note: 'a b' })].join('\n'));
    const turned = Object.fromEntries(Object.entries(JSON.parse(line(1, { note: 'a b' }))).reverse());
    const spaced = JSON.stringify(turned, null, 2)
      .replaceAll('\n', '\t')
      .replace(/("amount": \d+)/, '$1.00');
    expect(spaced).toContain('.00');
    const content = [spaced, line(2, { note: 'ab' })].join('\n');
    const { summary } = rewritten(content, [], { taken: { path: taken, scope: LineSet.all.encode() } });
    expect(summary).toMatchObject({ kept: 0, differing: { count: 1, lines: [2] } });
  });

  it('Lines that are not meant are left out', () => {
    const { text, summary } = rewritten('a\nb\nc\nd\n', [], {
      scope: LineSet.of([2, 4]).encode(),
    });
    expect(text).toBe('b\nd\n');
    expect(summary).toMatchObject({ lines: 4, kept: 2, leftOut: 2, lineMap: '1+1 1+1' });
  });

  it.each([
    [false, [2, 4]],
    [true, [2, 3, 4]],
  ])(
    'What was taken is left out, also under another spelling of its id; what differs only on request: %s',
    (sendChanged, kept) => {
      const taken = join(folder, 'taken.jsonl');
      const others = [line(1), line(3), 'no json', line(9)];
      writeFileSync(taken, others.join('\n'));
      const scope = LineSet.of([1, 2, 3]).encode();
      const content = [line(1), line(2), line(3, { payment_type: 'other' }), line(9), 'no json'].join('\n');
      const { summary } = rewritten(content, [], { taken: { path: taken, scope }, sendChanged });
      const map = LineMap.parse(summary.lineMap);
      expect(kept.map((_, at) => map.originalOf(at + 1))).toEqual(kept);
      expect(summary).toMatchObject({ kept: kept.length, differing: { count: 1, lines: [3] } });
    },
  );
});

const anyText = fc
  .array(fc.constantFrom('{"c":"se"}', '{"c":"Sweden","n":1.0}', '', ' ', '{"c":"se"', 'é', '{"c":1}', '[1]'), {
    maxLength: 30,
  })
  .chain((lines) => fc.tuple(fc.constant(lines), fc.constantFrom('\n', '\r\n'), fc.boolean()));

it('Lines that no step is about keep their bytes, in their order, and the map leads each to itself', () => {
  fc.assert(
    fc.property(anyText, ([lines, end, hasLastEnd]) => {
      const content = lines.join(end) + (hasLastEnd ? end : '');
      const { text, summary } = rewritten(content, [
        { step: 'drop-blank' },
        { step: 'upper-case', field: 'c' },
        { step: 'keep-one', by: 'line', keep: 'last' },
      ]);
      const sources = content.split('\n');
      const news = text.split('\n').slice(0, summary.kept);
      const map = LineMap.parse(summary.lineMap);
      for (const [at, one] of news.entries()) {
        const source = Buffer.from(sources[(map.originalOf(at + 1) ?? 0) - 1] ?? '').toString('latin1');
        const isNamed = source.startsWith('{"c":"') && source.trimEnd().endsWith('}');
        expect(one).toBe(isNamed ? source.replace('"se"', '"SE"').replace('Sweden', 'SWEDEN') : source);
      }
      expect(rewritten(Buffer.from(text, 'latin1'), [{ step: 'upper-case', field: 'c' }]).text).toBe(text);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['first', 1, [2, 4]],
  ['last', 4, [1, 2]],
] as const)('A copy is logged with the line that is kept in its place, be it the %s one', (keep, kept, copies) => {
  const same = '{"c":"Sweden"}';
  const { log } = rewritten(`${same}\n${same}\n{"c":"x"}\n${same}\n`, [{ step: 'keep-one', by: 'line', keep }]);
  const logged = copies.map((line) => ({ line, step: 'keep-one', by: 'line', copyOf: kept }));
  expect(log.slice(0, copies.length)).toEqual(logged);
});

describe('Edits by hand', () => {
  const content = '{"c":"Sweden"}\r\n{"c": oops}\r\n{"c":"x"}\r\n{"c":"Sweden"}';
  const edits = [{ line: 2, text: '{"c":"Zoë"}' }, { line: 3 }];

  it('stand in place of their lines, and all other bytes stay', () => {
    const { text, summary, log } = rewritten(content, [], { edits });
    expect(Buffer.from(text, 'latin1').toString()).toBe('{"c":"Sweden"}\r\n{"c":"Zoë"}\r\n{"c":"Sweden"}');
    expect(summary).toMatchObject({ lines: 4, kept: 3, changed: 1, dropped: 1, byHand: { changed: 1, dropped: 1 } });
    expect(LineMap.parse(summary.lineMap).originalOf(3)).toBe(4);
    expect(log.slice(0, 2)).toEqual([
      { line: 2, newLine: 2, step: 'by-hand', before: '{"c": oops}', after: '{"c":"Zoë"}' },
      { line: 3, step: 'by-hand', why: expect.any(Array) },
    ]);
  });

  it('leave a line out by the payment that it was, and say what is wrong with it', () => {
    const modification = { external_id: 'm1', amount: 12.5, currency: 'EUR', created_at: '2026-11-02T10:00:00' };
    const line = JSON.stringify({ payment_external_id: 'p1', transaction_external_id: 'p1', modification });
    const { log } = rewritten(`${line}\n{"c":"x"}\n`, [], { edits: [{ line: 1 }] });
    expect(log[0]).toEqual({
      line: 1,
      step: 'by-hand',
      payment: { ids: ['p1', 'm1'], amount: '12.5', currency: 'EUR', at: '2026-11-02T10:00:00' },
      why: expect.arrayContaining([expect.objectContaining({ fact: expect.any(String) })]),
    });
  });

  it('leave a line out for the reason that a person says, in favour of a line that is kept', () => {
    const reason = 'The core system wrote it twice.';
    const outs = [
      { line: 1, reason, copyOf: 4 },
      { line: 3, copyOf: 1 },
      { line: 4, text: '{"c":"Norway"}' },
    ];
    const { log } = rewritten(content, [], { edits: outs });
    expect(log[0]).toMatchObject({ line: 1, step: 'by-hand', copyOf: 4, reason });
    expect(log[1]).not.toHaveProperty('copyOf');
  });

  it('come before the recipe, which then runs over their text', () => {
    const { text, summary, log } = rewritten('{"c":"a"}\n{"c":"b"}\n', [{ step: 'upper-case', field: 'c' }], {
      edits: [{ line: 2, text: '{"c":"c"}' }],
    });
    expect(text).toBe('{"c":"A"}\n{"c":"C"}\n');
    expect(summary).toMatchObject({ changed: 2, byHand: { changed: 1, dropped: 0 } });
    // The log says what the person has typed, and what is sent of it.
    expect(log[1]).toMatchObject({ line: 2, step: 'by-hand', after: '{"c":"c"}', sent: '{"c":"C"}' });
  });

  it('save a line that was refused from being dropped, if they are good', () => {
    const { text, summary } = rewritten(`{"a":1}\n{"a":2}\n`, [{ step: 'drop-refused' }], {
      rejected: LineSet.of([1, 2]).encode(),
      edits: [
        { line: 1, text: line(1) },
        { line: 2, text: '{"a":3}' },
      ],
    });
    expect(Buffer.from(text, 'latin1').toString()).toBe(`${line(1)}\n`);
    expect(summary).toMatchObject({ kept: 1, dropped: 1, byHand: { changed: 1, dropped: 0 } });
  });

  it('leave out a line that is too long to be read', () => {
    const long = `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    const { text } = rewritten(`${long}\n{"b":1}\n`, [], { edits: [{ line: 1 }] });
    expect(text).toBe('{"b":1}\n');
  });

  it('do not send what is not meant', () => {
    const { text } = rewritten('a\nb\n', [], { edits, scope: LineSet.of([1]).encode() });
    expect(text).toBe('a\n');
  });
});

describe('Lines that shared an id', () => {
  const idOf = (id: number) =>
    z.object({ modification: z.object({ external_id: z.string() }) }).parse(transaction(id)).modification.external_id;
  const [one, other] = [line(1), line(1, { payment_source_country: 'FR' })];
  const sharing = LineSet.of([1, 2]).encode();
  const kept = (content: string, more: Partial<RewriteRequest>, steps: RecipeStep[] = []) =>
    LineMap.parse(rewritten(content, [...steps, { step: 'drop-refused' }], { sharing, ...more }).summary.lineMap)
      .originals;

  it.each<[string, Partial<RewriteRequest>, number[]]>([
    ['are dropped while they do', {}, []],
    ['are right once the other is left out', { edits: [{ line: 1 }] }, [2]],
    ['are right once one has another id', { edits: [{ line: 1, text: line(2) }] }, [1, 2]],
    ['are dropped while the other is only mended', { edits: [{ line: 1, text: other }] }, []],
    ['are dropped where the other was taken before', { scope: LineSet.of([2]).encode() }, []],
    ['are dropped where the other has a fault of its own', { rejected: LineSet.of([1]).encode() }, []],
  ])('%s', (_, more, lines) => {
    expect([...kept(`${one}\n${other}\n`, more)]).toEqual(lines);
  });

  it.each<[string, Partial<RewriteRequest>, RecipeStep[], number[]]>([
    ['by hand', { edits: [{ line: 2, text: line(1, { payment_source_country: 'FR' }) }] }, [], [3]],
    ['by hand, in capitals', { edits: [{ line: 2, text: line(1).replace(idOf(1), idOf(1).toUpperCase()) }] }, [], [3]],
    ['by a step', {}, [{ step: 'replace', field: 'modification.external_id', from: idOf(2), to: idOf(1) }], [3]],
    ['that went before', { edits: [{ line: 2, text: line(1) }], scope: LineSet.of([2, 3]).encode() }, [], [3]],
    ['and of which the other is left out', { edits: [{ line: 1 }, { line: 2, text: line(1) }] }, [], [2, 3]],
  ])('that one was given %s stay to be corrected', (_, more, steps, lines) => {
    const none = LineSet.none.encode();
    expect([...kept(`${line(1)}\n${line(2)}\n${line(3)}\n`, { sharing: none, ...more }, steps)]).toEqual(lines);
  });

  it('one that was given too, are fine where the rules take that', () => {
    const severities = { ...defaultRuleSet.severities, 'modification.duplicate': 'warning' as const };
    const more = { edits: [{ line: 2, text: line(1) }], ruleSet: { ...defaultRuleSet, severities } };
    expect([...kept(`${line(1)}\n${line(2)}\n`, { ...more, sharing: LineSet.none.encode() })]).toEqual([1, 2]);
  });

  it('are in the new file only where no other has their id, and stay only where one does, whatever was decided', () => {
    const text = fc
      .tuple(fc.nat(4), fc.constantFrom('DE', 'FR'), fc.boolean())
      .map(([id, payment_source_country, isUpper]) => {
        const made = line(id, { payment_source_country });
        return isUpper ? made.replace(idOf(id), idOf(id).toUpperCase()) : made;
      });
    const decided = fc.option(fc.option(text), { nil: undefined });
    const keepOne = fc.constantFrom<RecipeStep[]>(
      [],
      [{ step: 'keep-one', by: 'modification-id', keep: 'first' }],
      [{ step: 'keep-one', by: 'modification-id', keep: 'last' }],
      [{ step: 'keep-one', by: 'line', keep: 'first' }],
      [{ step: 'keep-one', by: 'id', keep: 'first' }],
      [{ step: 'keep-one', by: 'id', keep: 'last' }],
      [
        { step: 'keep-one', by: 'modification-id', keep: 'first' },
        { step: 'keep-one', by: 'id', keep: 'last' },
      ],
      [{ step: 'replace', field: 'modification.external_id', from: idOf(3), to: idOf(0) }],
    );
    const idsIn = (made: string) =>
      made.split('\n').flatMap((own) => (own === '' ? [] : [JSON.parse(own).modification.external_id.toLowerCase()]));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, decided), { minLength: 1, maxLength: 12 }), keepOne, (all, steps) => {
        const ids = all.map(([own]) => idsIn(own)[0]);
        const found = ids.flatMap((id, at) => (ids.indexOf(id) === ids.lastIndexOf(id) ? [] : [at + 1]));
        const edits = all.flatMap(([, edit], at) =>
          edit === undefined ? [] : [{ line: at + 1, ...(edit !== null && { text: edit }) }],
        );
        const rest = { out: join(folder, 'rest.jsonl') };
        rmSync(rest.out, { force: true });
        const more = { sharing: LineSet.of(found).encode(), edits, rest };
        const content = all.map(([own]) => `${own}\n`).join('');
        const sent = idsIn(rewritten(content, [...steps, { step: 'drop-refused' }], more).text);
        const stay = idsIn(readFileSync(rest.out, 'utf8'));
        expect(new Set(sent).size).toBe(sent.length);
        expect(sent.filter((id) => stay.includes(id))).toEqual([]);
        for (const id of stay) expect(stay.filter((other) => other === id).length).toBeGreaterThan(1);
      }),
      { numRuns: 300 },
    );
  });

  it('and say the same are right once one of them is kept', () => {
    const keepOne = { step: 'keep-one', by: 'modification-id', keep: 'last' } as const;
    expect([...kept(`${one}\n${one}\n`, {}, [keepOne])]).toEqual([2]);
  });
});

describe('With a file for the lines that stay faulty', () => {
  // In ASCII, so that all bytes of a file are one text.
  const from = (country: string) => (id: number) =>
    line(id, { payment_source_country: country }).replace(/[^ -~]/g, 'o');
  const good = fc.nat(9).map(from('DE'));
  const mendable = fc.nat(9).map(from('Sweden'));
  const broken = fc.constantFrom('no json', '', ' ', '\xff\xfe', '{"a":', line(3, { payment_source_country: 7 }));
  const end = fc.constantFrom('\n', '\r\n');

  it('each line is in one of the two, with its own bytes or as it was mended, and its map says where', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(good, mendable, broken), end, fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (lines, endsOpen) => {
          const texts = lines.map(([text, own], at) => (endsOpen && at === lines.length - 1 ? text : `${text}${own}`));
          const content = Buffer.from(texts.join(''), 'latin1');
          // An empty last text without an end is no line.
          const all = texts.filter((text) => text !== '');
          const isRejected = (text: string) => !/"payment_source_country":"DE"/.test(text);
          const rejected = LineSet.of(all.flatMap((text, at) => (isRejected(text) ? [at + 1] : [])));
          const rest = { out: join(folder, 'rest.jsonl'), log: join(folder, 'rest-log.jsonl') };
          for (const file of [rest.out, rest.log]) rmSync(file, { force: true });
          const steps: RecipeStep[] = [
            { step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' },
            { step: 'drop-refused' },
          ];
          const made = rewritten(content, steps, { rejected: rejected.encode(), rest });
          const parts = [
            [made.text, LineMap.parse(made.summary.lineMap)],
            [readFileSync(rest.out, 'latin1'), LineMap.parse(made.summary.rest?.lineMap ?? '')],
          ] as const;
          const found = new Map<number, string>();
          for (const [text, map] of parts) {
            const own = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
            expect(own).toHaveLength(map.lines);
            for (const [at, each] of own.entries()) {
              const original = map.originalOf(at + 1) ?? 0;
              expect(found.has(original)).toBe(false);
              found.set(original, each);
            }
          }
          const expected = all.map((text) => text.replace('"Sweden"', '"SE"'));
          expect(all.map((_, at) => found.get(at + 1))).toEqual(expected);
          // What is right is in the first, what is not in the other one.
          expect(parts[0][0]).not.toMatch(/Sweden|no json/);
          expect(parts[1][0]).not.toMatch(/"payment_source_country":"(?:DE|SE)"/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
