/** @file Reads one transaction as text from a file, and recognises several of them. */

import { isJson } from '../../src-shared/json-in.ts';
import { message } from '../../src-shared/languages/message.ts';

/** The limit of the contract; a file never contains more characters than bytes. */
export const MOST_CHARACTERS = 1_000_000;

/** The text of a file, unchanged; or why it cannot be taken. */
export async function readTransaction(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MOST_CHARACTERS)
    return {
      problem: message(
        '{fileName} is larger than 1 MB. One transaction cannot be that large: add the file to the queue.',
        {
          fileName: file.name,
        },
      ),
    };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { problem: message('{fileName} cannot be read. Was it moved, or is it a folder?', { fileName: file.name }) };
  }
  try {
    // Keeps a byte order mark, because the check reports it.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return {
      problem: message('{fileName} is not UTF-8 text. Choose the file with the transaction itself.', {
        fileName: file.name,
      }),
    };
  }
}

/** Whether a text contains several transactions, one a line. */
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

const isObject = (line: string): boolean => line.startsWith('{') && isJson(line);
