/** @file Source files with every kind of line that the check must distinguish, for property tests. */

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { transaction, uuid } from './sources.ts';

/** So few ids that lines share them. */
const id = fc.tuple(fc.nat(12), fc.boolean()).map(([n, upper]) => (upper ? uuid(n).toUpperCase() : uuid(n)));

const whole = id.map((own) => {
  const base = transaction();
  return { ...base, modification: { ...base.modification, external_id: own } };
});

const line: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: whole.map((one) => Buffer.from(JSON.stringify(one))) },
  {
    weight: 2,
    arbitrary: id.map((own) =>
      Buffer.from(
        `{"sender":{"by_external_id":"a"},"receiver":{"by_external_id":"b"},"modification":{"external_id":"${own}"}}`,
      ),
    ),
  },
  { weight: 1, arbitrary: whole.map((one) => Buffer.from(JSON.stringify({ ...one, more: 1, sender: {} }))) },
  // Ids of any form can be shared.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('id-1', 'ID-1', '', 'é')
      .map((own) => Buffer.from(JSON.stringify({ ...transaction(), modification: { external_id: own } }))),
  },
  {
    weight: 1,
    arbitrary: whole.map((one) => Buffer.from(JSON.stringify(one).replace('"amount":1200', '"amount":1e400'))),
  },
  { weight: 1, arbitrary: whole.map((one) => Buffer.from(`{"payment_type":"a",${JSON.stringify(one).slice(1)}`)) },
  { weight: 1, arbitrary: whole.map((one) => Buffer.from(JSON.stringify(one), 'latin1')) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('', ' ', '\t\r', '{}', '[]', '12', '{"a":', '\u0000', '\uFEFF{}', '"x"', '{"__proto__":1}', 'é')
      .map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom('[', ']', '{"a":[').map((text) => Buffer.from(text.repeat(200))) },
);

const lineEnd = fc.oneof(
  { weight: 6, arbitrary: fc.constant('\n') },
  { weight: 1, arbitrary: fc.constantFrom('\r\n', '\r', '\n\n') },
);

/** Whole files: with and without byte order mark and final newline, with line ends of every kind. */
export const oddFile: fc.Arbitrary<Buffer> = fc
  .record({
    mark: fc.constantFrom('', '', '', '\uFEFF'),
    lines: fc.array(fc.tuple(line, lineEnd), { maxLength: 40 }),
    hasFinalNewline: fc.boolean(),
  })
  .map(({ mark, lines, hasFinalNewline }) => {
    const parts = lines.flatMap(([text, end], index) =>
      index === lines.length - 1 && !hasFinalNewline ? [text] : [text, Buffer.from(end)],
    );
    return Buffer.concat([Buffer.from(mark), ...parts]);
  });
