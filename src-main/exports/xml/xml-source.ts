/** @file An XML document as it comes: its bytes as text, the text read, and what is wrong with either in words. */

import { fact } from '../../../src-shared/languages/fact.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';
import { BrokenXml, type XmlHandlers, XmlText } from './xml-text.ts';

/** Reads a document, and says after each part how many bytes that was. Rejects with AppError `file.*`, and the signal's reason. */
export async function* readXmlText(
  source: SourceInOrder,
  handlers: XmlHandlers,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const xml = new XmlText(handlers);
  for await (const { text, bytes } of textsOf(source, signal)) {
    explained(source, () => xml.push(text));
    yield bytes;
  }
  explained(source, () => xml.end());
}

/** Its text, part by part. */
export async function* textsOf(
  source: SourceInOrder,
  signal: AbortSignal,
): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const part of source.openBytes(signal)) {
    signal.throwIfAborted();
    yield { text: decodedPart(source, decoder, bytes, part), bytes: part.length };
    bytes += part.length;
  }
  yield { text: decodedPart(source, decoder, bytes), bytes: 0 };
}

function decodedPart(
  source: SourceInOrder,
  decoder: InstanceType<typeof TextDecoder>,
  before: number,
  part?: Uint8Array,
): string {
  try {
    return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
  } catch (thrown) {
    throw unreadable(
      source.shownPath,
      fact('Behind byte {byte} of its text, there are bytes that are no characters in UTF-8.', { byte: before }),
      {
        remedy: fact('Choose the encoding in which it is written, or export it again.'),
        cause: thrown,
      },
    );
  }
}

function explained(source: SourceInOrder, run: () => void): void {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof BrokenXml) {
      const { said, remedy } = thrown;
      throw unreadable(source.shownPath, said, { cause: thrown, ...(remedy !== undefined && { remedy }) });
    }
    throw thrown;
  }
}
