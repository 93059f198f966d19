import { describe, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { iso20022Table } from '../../src-main/exports/payments/iso20022/iso20022-table.ts';
import { messageLayouts } from '../../src-main/exports/payments/iso20022/message-kinds.ts';
import type { Table } from '../../src-main/exports/rows.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { pieceWork } from '../../src-main/prepare/piece-work.ts';
import type { PreparedPiece } from '../../src-main/prepare/prepared-piece.ts';
import { refusedText } from '../../src-main/prepare/refused-rows-text.ts';
import { paymentTemplate } from '../../src-main/templates/payment-template.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { paymentDocument } from '../exports/payment-documents.ts';
import { quiet, sourceOf } from '../exports/reading-all.ts';

const now = Date.UTC(2027, 0, 1);

function templateOf({ reading, columns }: Table): Template {
  if (reading.format !== 'iso20022') throw new Error('It is none of ISO 20022.');
  const template = paymentTemplate('Messages', reading, columns);
  const risk = { source: { from: 'constant' as const, text: 'low' } };
  // Receivers without a risk are refused by the check.
  return { ...template, fields: { ...template.fields, 'sender.unknown.risk_assessment': risk } };
}

function told({ blocks, refusedRows, ids, idRows, ...counts }: PreparedPiece, { reading, columns }: Table) {
  const { line } = refusedText(reading, reading, columns);
  return {
    ...counts,
    blocks: blocks.map(({ bytes, ends, rows, ...more }) => ({
      ...more,
      text: Buffer.from(bytes).toString(),
      ends,
      rows,
    })),
    refused: refusedRows.map((row) => [row.number, line(row)]),
    ids,
    idRows,
  };
}

/** Two, as each lays its lines out in a place of its own. */
function worksOf(table: Table) {
  const assignment = {
    template: templateOf(table),
    ruleSet: defaultRuleSet,
    now,
    grouping: { grouping: 'none' as const, payments: { step: 'none' as const } },
  };
  return { byRow: pieceWork(assignment), walked: pieceWork(assignment) };
}

describe('Lines of payments are the same as if each row were mapped by itself', () => {
  it.each(Object.keys(messageLayouts))('%s', async (message) => {
    let works: ReturnType<typeof worksOf> | undefined;
    for (let seed = 0; seed < 40; seed++) {
      const source = sourceOf(Buffer.from(paymentDocument(message, seed)));
      const { table } = await iso20022Table(source, { format: 'iso20022' }, quiet);
      works ??= worksOf(table);
      const format = { reading: table.reading, columns: table.columns };
      for await (const piece of table.pieces(quiet)) {
        const byRow = works.byRow({ table: seed, format, piece: rowsOfPiece(piece, format) });
        const walked = works.walked({ table: seed, format, piece });
        expect(told(walked, table)).toEqual(told(byRow, table));
      }
    }
  });
});
