/**
 * @file How fast rows become lines: `node tests/bench/mapping.ts`. Shown beside JSON.stringify of the same cells, which
 * does the least that any mapper must do.
 */

import type { Row } from '../../src-main/exports/rows.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import type { Template, Value } from '../../src-shared/template-shapes.ts';

const ROWS = 50_000;
const ROUNDS = 8;
const columns =
  'id pid tid from to method type category sender receiver name risk mid status amount currency date note ref branch'.split(
    ' ',
  );
const of = (column: string): Value => ({ source: { from: 'column', column } });

const template: Template = {
  version: 1,
  name: 'Bench',
  reading: { format: 'delimited' },
  columns,
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY HH:mm:ss'], zone: 'as-written' },
  fields: {
    request_uuid: of('id'),
    payment_external_id: of('pid'),
    transaction_external_id: of('tid'),
    payment_source_country: of('from'),
    payment_target_country: of('to'),
    payment_method: of('method'),
    payment_type: { ...of('type'), values: { CR: 'payout', DB: 'payin' } },
    'sender.by_external_id': of('sender'),
    'receiver.by_external_id': of('receiver'),
    'receiver.unknown.external_id': { source: { from: 'uuid', columns: ['name'] } },
    'receiver.unknown.full_name': of('name'),
    'receiver.unknown.risk_assessment': of('risk'),
    'modification.external_id': of('mid'),
    'modification.type': of('status'),
    'modification.amount': of('amount'),
    'modification.currency': of('currency'),
    'modification.created_at': of('date'),
  },
  entities: {},
  additionalFields: { payment_category: of('category') },
  otherColumns: 'additional-fields',
  leaveOutRows: [],
};

const two = (value: number) => String(value).padStart(2, '0');
const rows = Array.from({ length: ROWS }, (_, index): Row => {
  const uuid = () => crypto.randomUUID();
  const date = `${two(1 + (index % 28))}.01.2024 ${two(index % 24)}:${two(index % 60)}:${two((index * 7) % 60)}`;
  const parties = [`K-${index}`, index % 2 === 0 ? '' : `R-${index}`, `Name ${index}`, 'LOW'];
  const amount = `${index % 1000}.${100 + (index % 900)},50`;
  const rest = [
    uuid(),
    'authorised',
    amount,
    'EUR',
    date,
    `Rent for month ${index}`,
    `RF${index * 17}`,
    `B${index % 20}`,
  ];
  return { number: index + 2, cells: [uuid(), uuid(), uuid(), 'DE', 'FR', 'card', 'CR', 'goods', ...parties, ...rest] };
});
const bytes = rows.reduce((sum, { cells }) => sum + Buffer.byteLength(cells.join(';')) + 1, 0);

/** The best of several rounds, in bytes of CSV for each second of one core. */
function speedOf(lineOf: (row: Row) => string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    let length = 0;
    for (const row of rows) length += lineOf(row).length;
    const { user, system } = process.cpuUsage(before);
    if (length > 0) best = Math.min(best, (user + system) / 1e6);
  }
  return bytes / best;
}

const map = rowMapper(template, columns);
const mapping = speedOf((row) => {
  const mapped = map(row);
  return mapped.kind === 'line' ? mapped.line : '';
});
const least = speedOf(({ cells }) =>
  JSON.stringify(Object.fromEntries(columns.map((name, place) => [name, cells[place]]))),
);
const shown = (speed: number) => `${(speed / 1e6).toFixed(0)} MB of CSV per core-second`;
process.stdout.write(`mapping    ${shown(mapping)}\n`);
process.stdout.write(`stringify  ${shown(least)}\n`);
process.stdout.write(`ratio      ${(mapping / least).toFixed(2)}\n`);
