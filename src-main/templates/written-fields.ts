/** @file The fields of a transaction by which it is split off and added up, kept as they are written into its line. Pure. */

import type { ValueWriter } from './value-writer.ts';

/** The JSON of each value as it stands in the line; empty where the line has none. All but the amount are texts. */
export interface WrittenFields {
  /** payment_external_id */
  payment: string;
  sourceCountry: string;
  targetCountry: string;
  /** modification.external_id */
  modification: string;
  createdAt: string;
  amount: string;
  currency: string;
}

/** The fields by their dotted paths. */
export const placeOfPath: ReadonlyMap<string, keyof WrittenFields> = new Map([
  ['payment_external_id', 'payment'],
  ['payment_source_country', 'sourceCountry'],
  ['payment_target_country', 'targetCountry'],
  ['modification.external_id', 'modification'],
  ['modification.created_at', 'createdAt'],
  ['modification.amount', 'amount'],
  ['modification.currency', 'currency'],
]);

const nothingWritten: Readonly<WrittenFields> = {
  payment: '',
  sourceCountry: '',
  targetCountry: '',
  modification: '',
  createdAt: '',
  amount: '',
  currency: '',
};

/** Keeps what is written of one row, until the next one begins. */
export class FieldNotes {
  readonly #fields: WrittenFields = { ...nothingWritten };

  /** Begins a row: not every row writes every field, where sender and receiver change places. */
  begin(): void {
    Object.assign(this.#fields, nothingWritten);
  }

  /** The writer of the field of this dotted path, noting what it writes where that is wanted. */
  noting(path: string, write: ValueWriter): ValueWriter {
    const place = placeOfPath.get(path);
    if (place === undefined) return write;
    const fields = this.#fields;
    return (row) => {
      const json = write(row);
      fields[place] = json;
      return json;
    };
  }

  /** Of the row that was written last. */
  take(): WrittenFields {
    return { ...this.#fields };
  }
}
