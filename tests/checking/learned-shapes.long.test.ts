import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineJudge, lineJudge } from '../../src-main/checking/rules/line-judge.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { LearnedShapes } from '../../src-main/checking/shapes/learned-shapes.ts';
import { machineLines, spoiltLines } from './generated-lines.ts';
import { NOW, rules, spoilt, transaction, unknownEntity, uuid } from './sources.ts';

const ruleSets: [name: string, ruleSet: RuleSet][] = [
  ['the default rule set', defaultRuleSet],
  ['nothing required', rules({ required: [] })],
  [
    'other required fields',
    rules({
      required: ['payment_type', 'additional_fields.iban', 'additional_fields.a.b', 'receiver.unknown.full_name'],
    }),
  ],
  [
    'allowed values',
    rules({
      allowed: {
        payment_method: ['A', 'low', 'Müller & Söhne', '\ud800', '"'],
        payment_type: ['A', 'low'],
        'modification.type': ['low', 'A', ''],
        risk_assessment: ['low'],
      },
    }),
  ],
  ['the sender as main entity', rules({ mainEntity: 'sender' })],
  ['the receiver as main entity', rules({ mainEntity: 'receiver' })],
];

/** The judge of lines with their line ends. */
function judgeOf(ruleSet: RuleSet): (line: Buffer) => ReturnType<LineJudge> {
  const judge = lineJudge(ruleSet, NOW);
  return (line) => {
    let end = line.length;
    if (line[end - 1] === 0x0a) end--;
    if (line[end - 1] === 0x0d) end--;
    return judge(line, 0, end);
  };
}

const textual = (line: string | Buffer) => (typeof line === 'string' ? Buffer.from(line) : line);

/** Shapes learned from these lines. */
function shapesOf(lines: readonly (string | Buffer)[], ruleSet = defaultRuleSet): LearnedShapes {
  const shapes = new LearnedShapes(ruleSet, NOW);
  for (const line of lines.map(textual)) shapes.learn(line, 0, line.length);
  return shapes;
}

function accepts(shapes: LearnedShapes, line: string | Buffer): boolean {
  const block = textual(line);
  return shapes.accept(block, 0, block.length) !== -1;
}

describe.each(ruleSets)('With %s', (_, ruleSet) => {
  it('Learned shapes accept no line about which the judge would complain', () => {
    const judge = judgeOf(ruleSet);
    fc.assert(
      fc.property(spoiltLines, (written) => {
        // A spoilt line may contain a newline, which makes two lines of it.
        const block = Buffer.concat(written);
        const shapes = new LearnedShapes(ruleSet, NOW);
        let start = 0;
        while (start < block.length) {
          const newline = block.indexOf(0x0a, start);
          const next = newline === -1 ? block.length : newline + 1;
          const accepted = shapes.accept(block, start, block.length);
          const { modificationIdAt: at } = shapes;
          const verdict = judge(block.subarray(start, next));
          const isClean = verdict.isTransaction && verdict.complaints.length === 0;
          if (accepted !== -1) {
            expect(verdict).toMatchObject({ complaints: [], isTransaction: true });
            expect(accepted).toBe(next);
            expect(at === -1 ? undefined : block.toString('latin1', at, at + 36)).toBe(verdict.modificationId);
          } else if (isClean) shapes.learn(block, start, next);
          start = next;
        }
      }),
      { numRuns: 400 },
    );
  });

  it('Learned shapes accept a clean line of a machine that they have learned', () => {
    const judge = judgeOf(ruleSet);
    fc.assert(
      fc.property(machineLines, (lines) => {
        // Escapes in a listed text are left to the judge.
        const clean = lines
          .filter((line) => !line.includes('\\u00fc'))
          .map(textual)
          .filter((line) => judge(line).complaints.length === 0);
        const shapes = shapesOf(clean, ruleSet);
        for (const line of clean) expect(shapes.accept(line, 0, line.length)).toBe(line.length);
      }),
      { numRuns: 200 },
    );
  });
});

const good = `${JSON.stringify(transaction())}\n`;
const goodBytes = Buffer.byteLength(good);

/** The line with @ in place of the value at a path. */
function withMark(line: string, path: string): string {
  const whole: unknown = JSON.parse(line);
  const keys = path.split('.');
  let place = whole as Record<string, unknown>; // The walk below only passes through objects of the sample.
  for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[keys.at(-1) ?? ''] = '@';
  return `${JSON.stringify(whole).replace('"@"', '@')}\n`;
}

describe('Learned shapes', () => {
  it('Shapes accept nothing before they have learned', () => {
    expect(accepts(new LearnedShapes(defaultRuleSet, NOW), good)).toBe(false);
  });

  it('Shapes report where the modification id of the accepted line begins', () => {
    const shapes = shapesOf([good]);
    const block = Buffer.from(good + good);
    expect(shapes.accept(block, goodBytes, block.length)).toBe(block.length);
    expect(block.toString('latin1', shapes.modificationIdAt, shapes.modificationIdAt + 36)).toBe(uuid(1));
  });

  it('Shapes report when an accepted line has no modification id', () => {
    const line = `${JSON.stringify({ ...transaction(), modification: {} })}\n`;
    const shapes = shapesOf([good, line], rules({ required: [] }));
    expect(accepts(shapes, good)).toBe(true);
    expect(accepts(shapes, line)).toBe(true);
    expect(shapes.modificationIdAt).toBe(-1);
  });

  it('Shapes accept no line that the limit cuts, with any bytes after it', () => {
    const block = Buffer.from(good + good);
    const shapes = shapesOf([good]);
    for (let limit = goodBytes; limit < block.length; limit++) {
      expect(shapes.accept(block, goodBytes, limit)).toBe(-1);
      // A block that ends at the limit: reading on would throw.
      expect(shapes.accept(block.subarray(0, limit), goodBytes, limit)).toBe(-1);
    }
  });

  it('Shapes accept no line without its newline', () => {
    expect(accepts(shapesOf([good, good.trimEnd()]), good.trimEnd())).toBe(false);
  });

  it('Shapes accept the same line in another block, and in a block with new bytes', () => {
    const shapes = shapesOf([good]);
    const block = Buffer.from(good);
    expect(accepts(shapes, block)).toBe(true);
    block.fill('x');
    expect(accepts(shapes, block)).toBe(false);
    const inside = new Uint8Array(Buffer.from(`..${good}`)).subarray(1);
    expect(shapes.accept(inside, 1, inside.length - 1)).toBe(-1);
    expect(shapes.accept(inside, 1, inside.length)).toBe(inside.length);
  });

  it('Shapes leave a line that is too long to the judge', () => {
    const line = (length: number) => `${spoilt('additional_fields', { long: 'x'.repeat(length) })}\n`;
    const shapes = shapesOf([line(10)]);
    const rest = Buffer.byteLength(line(0)) - 1;
    expect(accepts(shapes, line(1_000_000))).toBe(true);
    expect(accepts(shapes, line(16 * 1024 * 1024 + 1 - rest))).toBe(false);
  });

  it.each([
    ['request_uuid', uuid(7), 'x'],
    ['payment_external_id', uuid(7), `${uuid(7)}0`],
    ['transaction_external_id', uuid(7), ''],
    ['payment_source_country', 'FR', 'QQ'],
    ['payment_target_country', 'FR', 'fr'],
    ['payment_method', 'A', 'C'],
    ['payment_type', 'A', 'C'],
    ['additional_fields.payment_category', 'C', 7],
    ['sender.by_external_id', 'C', ''],
    ['sending_partner.by_external_id', 'C', ''],
    ['receiver.external_entity_type', 'unknown', 'person'],
    ['receiver.unknown.external_id', uuid(7), 'x'],
    ['receiver.unknown.full_name', 'C', 7],
    ['receiver.unknown.risk_assessment', 'A', 'C'],
    ['modification.external_id', uuid(7), 'x'],
    ['modification.type', 'A', 'C'],
    ['modification.amount', 7.5, -1],
    ['modification.monitoring_amount', 7.5, '7'],
    ['modification.original_amount', 7.5, null],
    ['modification.currency', 'USD', 'QQQ'],
    ['modification.monitoring_currency', 'USD', 'usd'],
    ['modification.original_currency', 'USD', ''],
    ['modification.created_at', '2023-01-31T00:00:00', '2023-02-31T00:00:00'],
  ])('Shapes accept %s with the value “%s” and leave “%s” to the judge', (path, right, wrong) => {
    const values = ['A', 'B'];
    const ruleSet = rules({
      allowed: { payment_method: values, payment_type: values, 'modification.type': values, risk_assessment: values },
    });
    const base = good
      .replace('"SEPA"', '"B"')
      .replace('"credit"', '"B"')
      .replace('"CREATED"', '"B"')
      .replaceAll('"low"', '"B"');
    const shapes = shapesOf([base], ruleSet);
    const [text = '', before = '', after = ''] = /^(.*)@(.*)$/s.exec(withMark(base, path)) ?? [];
    expect(text).not.toBe('');
    expect(accepts(shapes, before + JSON.stringify(right) + after)).toBe(true);
    expect(accepts(shapes, before + JSON.stringify(wrong) + after)).toBe(false);
  });

  it('Shapes join the beginning of one line and the end of another', () => {
    const lines = [
      {
        payment_type: 'A',
        sender: { by_external_id: 'a' },
        receiver: unknownEntity(),
        modification: { external_id: uuid(1) },
      },
      { sender: unknownEntity(), receiver: { by_external_id: 'a' }, modification: { external_id: uuid(1), type: 'B' } },
      { sender: { by_external_id: 'a' }, receiver: { by_external_id: 'a' }, modification: { external_id: uuid(1) } },
    ].map((line) => `${JSON.stringify(line)}\n`);
    const joined = {
      payment_type: 'A',
      sender: { by_external_id: 'a' },
      receiver: { by_external_id: 'a' },
      modification: { external_id: uuid(1), type: 'B' },
    };
    expect(accepts(shapesOf(lines), `${JSON.stringify(joined)}\n`)).toBe(true);
  });

  it('Shapes need few lines to learn many optional fields', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `field_${index}`);
    const line = (isThere: (index: number) => boolean) =>
      `${spoilt('additional_fields', Object.fromEntries(keys.filter((_, index) => isThere(index)).map((key) => [key, 'x'])))}\n`;
    const learned = keys.map((_, left) => line((index) => index !== left));
    const shapes = shapesOf([line(() => true), ...learned]);
    expect(
      accepts(
        shapes,
        line((index) => index % 2 === 0),
      ),
    ).toBe(true);
  });

  it('Shapes learn keys in contradicting orders after seeing each combination', () => {
    const both = [
      { a: 1, b: 2 },
      { b: 1, a: 2 },
    ].map((fields) => `${spoilt('additional_fields', fields)}\n`);
    const shapes = shapesOf([...both, ...both]);
    expect(both.map((line) => accepts(shapes, line))).toEqual([true, true]);
    for (const fields of ['{"a":1,"b":2,"a":3}', '{"b":1,"a":2,"b":3}', '{"a":1,"a":2}']) {
      expect(accepts(shapes, `${spoilt('additional_fields', '?').replace('"?"', fields)}\n`)).toBe(false);
    }
  });

  const known = '{"by_external_id":"a"}';
  const modification = `"modification":{"external_id":"${uuid(1)}"}`;

  it('§2.2 Shapes remember across other fields whether the sender or the receiver is known', () => {
    const unknown = JSON.stringify(unknownEntity());
    const line = (sender: string, receiver: string) =>
      `{"sender":${sender},"sending_partner":${known},"receiver":${receiver},${modification}}\n`;
    const shapes = shapesOf([line(known, unknown), line(unknown, known)]);
    const parties = [known, unknown].flatMap((sender) => [known, unknown].map((receiver) => line(sender, receiver)));
    // Two known entities are valid, but no line has shown that yet.
    expect(parties.map((each) => accepts(shapes, each))).toEqual([false, true, true, false]);
  });

  it('Shapes learn a line completely or not at all', () => {
    // The beginning of the first line would fit the end of the second one: together they lack the receiver.
    const first = `{"sender":${known},${modification},"additional_fields":{"\\u0061":1},"receiver":${known}}\n`;
    const second = `{"sender":${known},"receiver":${known},${modification}}\n`;
    const shapes = shapesOf([first, second]);
    expect(accepts(shapes, second)).toBe(true);
    expect(accepts(shapes, `{"sender":${known},${modification}}\n`)).toBe(false);
  });

  it('Shapes distinguish the objects of a transaction whose keys have no order', () => {
    const sender = `"sender":{"by_external_id":"a"}`;
    const longer = `"modification":{"external_id":"${uuid(1)}","amount":1}`;
    const lines = [`{${sender},"receiver":${known},${longer}}\n`, `{"receiver":${known},${longer},${sender}}\n`];
    const shapes = shapesOf([...lines, ...lines]);
    expect(lines.map((line) => accepts(shapes, line))).toEqual([true, true]);
    const wrong = [
      `{"receiver":${known},${longer},"sender":{"by_external_id":"a","amount":1}}\n`,
      `{${sender},"receiver":${known},${longer},${sender}}\n`,
    ];
    expect(wrong.map((line) => accepts(shapes, line))).toEqual([false, false]);
  });

  it('Shapes stay within their bounds when no two lines have the same keys, and keep using what they have learned', () => {
    const shapes = shapesOf([good]);
    for (let n = 0; n < 1900; n++) {
      const fields = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`key_${n}_${index}`, 'x']));
      const line = Buffer.from(`${spoilt('additional_fields', fields)}\n`);
      shapes.learn(line, 0, line.length);
    }
    expect(accepts(shapes, good)).toBe(true);
  });

  it('Shapes stop learning where it does not help, until lines are accepted', () => {
    const shapes = shapesOf(Array.from({ length: 2000 }, () => spoilt('payment_type', undefined)));
    const learnAndAsk = () => {
      shapes.learn(Buffer.from(good), 0, goodBytes);
      return accepts(shapes, good);
    };
    expect(learnAndAsk()).toBe(false);
    const pays = shapesOf([good, ...Array.from({ length: 2000 }, () => '{}')]);
    const other = Buffer.from(`${spoilt('additional_fields', { other: 1 })}\n`);
    for (let n = 0; n < 100; n++) accepts(pays, good);
    pays.learn(other, 0, other.length);
    expect(accepts(pays, other)).toBe(true);
  });

  it.each([
    ['nesting of 10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['nesting of 10,000 objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a key with an escape', '{"\\u0061":1}'],
    ['a thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n])))],
    ['white space without end', `{"a":${' '.repeat(5000)}1}`],
  ])('Shapes do not learn %s', (_, fields) => {
    const line = `${spoilt('additional_fields', '?').replace('"?"', `{"x":${fields}}`)}\n`;
    expect(accepts(shapesOf([line]), line)).toBe(false);
  });
});
