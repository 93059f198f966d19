/** @file Where the reading and the mapping of exports meet the run: the only file of the run that knows their rooms. */

import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { type Reading, type Template, templateSchema } from '../../src-shared/template-shapes.ts';
import type { MappedRow, PieceRows } from './prepared-piece.ts';
import type { Piece, PieceFormat, ReadingProgress, Row, Table } from './rows.ts';

export interface OpenTables {
  tables: readonly Table[];
  notes: readonly string[];
  progress(): ReadingProgress;
  close(): Promise<void>;
}

export async function openTables(
  path: string,
  reading: Reading,
  _work: string,
  _signal: AbortSignal,
): Promise<OpenTables> {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  const columns = lines[0]?.split(',') ?? [];
  const tables: Table[] = [
    {
      name: '',
      columns,
      reading,
      async *pieces() {
        for (let at = 1; at < lines.length; at += 1000) {
          const part = lines.slice(at, at + 1000);
          yield {
            kind: 'bytes' as const,
            bytes: new Uint8Array(Buffer.from(part.join('\n'))),
            firstRow: at + 1,
            rows: part.length,
          };
        }
      },
    },
  ];
  return { tables, notes: [], progress: () => ({ bytes: 0, totalBytes: 0 }), close: async () => {} };
}

export function pieceRows(piece: Piece, _format: PieceFormat): PieceRows {
  if (piece.kind === 'rows') return piece;
  const records: string[][] = parse(Buffer.from(piece.bytes));
  return { rows: records.map((cells, at) => ({ number: piece.firstRow + at, cells })), faults: [] };
}

export function rowMapping(_template: Template, columns: readonly string[]): (row: Row) => MappedRow {
  return ({ cells, number }) => {
    const get = (name: string) => cells[columns.indexOf(name)] ?? '';
    if (get('amount') === 'bad')
      return {
        kind: 'refused',
        faults: [
          {
            row: number,
            column: 'amount',
            cell: 'bad',
            field: 'modification.amount',
            rule: 'map.number',
            message: 'No number.',
          },
        ],
      };
    return {
      kind: 'line',
      line: `{"payment_external_id":${JSON.stringify(get('payment'))},"sender":{"by_external_id":"a"},"receiver":{"by_external_id":"b"},"modification":{"external_id":${JSON.stringify(get('id'))},"amount":${get('amount')},"currency":"${get('currency')}","created_at":"${get('date')}T00:00:00"}}`,
    };
  };
}

export function columnOfField(template: Template, field: string): string | undefined {
  const value = template.fields[field];
  return value !== undefined && 'source' in value && value.source.from === 'column' ? value.source.column : undefined;
}

export async function loadTemplate(path: string): Promise<Template> {
  return templateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
