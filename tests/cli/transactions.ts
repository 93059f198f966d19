/** @file Files to send, written for these tests from service-interface.md §2 alone. */

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workplace } from './tranship.ts';

/** A valid transaction as a line without its end; its modification id is new unless one is given. */
export function transactionLine(modificationId: string = randomUUID()): string {
  return JSON.stringify({
    request_uuid: randomUUID(),
    payment_source_country: 'DE',
    payment_target_country: 'FR',
    payment_method: 'TRANSFER',
    additional_fields: { payment_category: 'RETAIL', note: 'Überweisung – café' },
    sender: { by_external_id: 'customer-4711' },
    receiver: {
      external_entity_type: 'unknown',
      unknown: { external_id: randomUUID(), full_name: 'José Müller', risk_assessment: 'LOW' },
    },
    modification: {
      external_id: modificationId,
      type: 'CREATED',
      amount: 1250,
      currency: 'EUR',
      created_at: '2024-02-29T12:30:45',
    },
  });
}

/** Writes a file of this many valid transactions of about 600 bytes; returns its path. */
export async function writeTransactions(workplace: Workplace, lines: number, name = 'export.jsonl'): Promise<string> {
  return await writeLines(
    workplace,
    Array.from({ length: lines }, () => transactionLine()),
    name,
  );
}

/** Writes a file in which two of three transactions share a modification id (§2.6.2). */
export async function writeDuplicates(workplace: Workplace, name = 'duplicates.jsonl'): Promise<string> {
  const shared = randomUUID();
  return await writeLines(workplace, [transactionLine(shared), transactionLine(), transactionLine(shared)], name);
}

export async function writeLines(workplace: Workplace, lines: readonly string[], name: string): Promise<string> {
  const path = join(workplace.folder, name);
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}
