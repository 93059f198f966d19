/** @file A preparation for tests of the page: a small table with decimal commas, its templates and its plan. */

import type {
  Plan,
  Preparation,
  PreparationDraft,
  PreparationTable,
  Preview,
  Template,
  TemplateRow,
} from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';

export const demoTemplate: Template = {
  version: 1,
  name: 'konten',
  reading: { format: 'delimited', encoding: 'windows-1252', delimiter: ';', headerRow: 1 },
  columns: ['Nr', 'Betrag', 'Wä', 'Datum', 'Kunde', 'Notiz'],
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
  fields: {
    'modification.external_id': { source: { from: 'uuid', columns: ['Nr'] } },
    'modification.amount': { source: { from: 'column', column: 'Betrag' } },
    'modification.currency': { source: { from: 'column', column: 'Wä' } },
    'modification.created_at': { source: { from: 'column', column: 'Datum' } },
    'sender.by_external_id': { source: { from: 'column', column: 'Kunde' } },
  },
  entities: {},
  additionalFields: {},
  otherColumns: 'leave-out',
  leaveOutRows: [],
};

const table: PreparationTable = {
  name: '',
  columns: demoTemplate.columns,
  reading: demoTemplate.reading,
  rows: [
    { number: 2, cells: ['1', '1.234,50', 'EUR', '30.11.2026', 'K-17', 'Miete'] },
    { number: 3, cells: ['2', '7,00', 'SEK', '01.12.2026', 'K-18', ''] },
    { number: 4, cells: ['3', 'zwölf', 'EUR', '02.12.2026', null, null] },
  ],
  sampled: 3,
  isAll: true,
  faults: [],
};

const draft: PreparationDraft = {
  template: demoTemplate,
  split: { by: 'size', maxBytes: 1_000_000_000, maxTransactions: 1_000_000, keepPayments: true },
  figures: [],
};

export const demoPlan: Plan = {
  ...{ rows: 3, transactions: 2, leftOut: 0, batches: 1, bytes: 912 },
  refused: {
    count: 1,
    first: [{ table: '', row: 4, column: 'Betrag', cell: 'zwölf', message: 'The cell “zwölf” is no number.' }],
  },
  duplicates: { count: 0, first: [] },
  processedBefore: { isCompared: true, transactions: 0, leftOut: 0, submissions: [], uncompared: 0 },
  sums: [
    { currency: 'EUR', count: 1, amount: '1234.50' },
    { currency: 'SEK', count: 1, amount: '7.00' },
  ],
  files: [{ name: 'konten-1.jsonl', transactions: 2, bytes: 912 }],
};

export class DemoPreparations {
  #templates: TemplateRow[] = [];
  #preparation: Preparation | undefined;

  begin(): { id: string } {
    const id = crypto.randomUUID();
    this.#preparation = {
      ...{ id, name: 'konten.csv', files: [{ fileName: 'konten.csv', bytes: 1200 }], startedAt: Date.now() },
      source: {
        packing: [],
        tables: [table],
        lines: ['Nr;Betrag;Wä;Datum;Kunde;Notiz'],
        guesses: [{ field: 'modification.amount', confidence: 'sure', reason: 'The name “Betrag” means amount.' }],
      },
      ...{ draft, added: [], isInterrupted: false },
    };
    return { id };
  }

  get(id: string): Preparation {
    if (this.#preparation?.id !== id) throw new AppError('preparation.unknown', {});
    return this.#preparation;
  }

  list(): Preparation[] {
    return this.#preparation === undefined ? [] : [this.#preparation];
  }

  change(id: string, part: Partial<Preparation>): void {
    this.#preparation = { ...this.get(id), ...part };
  }

  discard(id: string): void {
    if (this.#preparation?.id === id) this.#preparation = undefined;
  }

  templates(next?: (rows: TemplateRow[]) => TemplateRow[]): TemplateRow[] {
    if (next !== undefined) this.#templates = next(this.#templates);
    return this.#templates;
  }
}

export const demoTemplateRow = ({ name, reading, columns, fields }: Template): TemplateRow => ({
  ...{ id: crypto.randomUUID(), name, format: reading.format, columns: columns.length },
  fields: Object.keys(fields).length,
});

export const demoPreviews = (rows: readonly number[]): Preview[] =>
  rows.map((number) => ({
    number,
    text: '{"modification":{"amount":1234.50,"currency":"EUR"}}',
    isLeftOut: false,
    findings: [],
  }));
