/** @file One transaction as text: out of a file, and told apart from several of them. */

import { transactionTexts } from '../texts/transactions.ts';

/** As many as the contract carries; a file never holds more characters than bytes. */
export const MOST_CHARACTERS = 1_000_000;

/** The text of a file, as it is; or why it cannot be taken. */
export async function readTransaction(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MOST_CHARACTERS) return { problem: transactionTexts.fileTooLarge(file.name) };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { problem: transactionTexts.fileUnreadable(file.name) };
  }
  try {
    // A byte order mark stays: the check says what is to be said of it.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: transactionTexts.fileNoText(file.name) };
  }
}

/** Whether a text holds several transactions, one on each line. */
export function holdsSeveral(text: string): boolean {
  let lines = 0;
  for (let start = 0; start < text.length && lines < 2; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).trim();
    if (line !== '') {
      if (!isObject(line)) return false;
      lines += 1;
    }
    start = end === -1 ? text.length : end + 1;
  }
  return lines > 1;
}

function isObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
