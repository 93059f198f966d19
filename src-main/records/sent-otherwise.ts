/**
 * @file Which lines that went before say something else than the line that went. They are found by their ids, which do not tell:
 * the contents of the first of them are compared, as far as both files are still as they were checked.
 */

import { Buffer } from 'node:buffer';
import type { SentLine } from '../../src-shared/correction-shapes.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import { LinesInTurn } from '../fixing/lines-in-turn.ts';
import { contentOf } from '../fixing/same-content.ts';
import { LineSet } from '../ground/line-set.ts';
import { assertUnchanged } from '../send/correction/corrected-file.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';

/** Lines that went before of which a person sees where, and which are compared. */
export const MOST_NAMED = 500;

type NamedLine = Pick<SentLine, 'line' | 'submission' | 'there'>;
type Store = Pick<QueueStore, 'submission'>;

/** A person works on one file, and each step of the work asks for the same lines: these are compared once. */
export class SentComparison {
  #last: { of: string; compared: Promise<SentLine[]> } | undefined;

  async of(store: Store, submission: Submission, named: readonly NamedLine[]): Promise<SentLine[]> {
    const of = JSON.stringify([submission.id, submission.check?.sha256, named]);
    if (this.#last?.of !== of) this.#last = { of, compared: comparedWithSent(store, submission, named) };
    return await this.#last.compared;
  }
}

export interface Again {
  sendChanged?: boolean | undefined;
  sendsAgain?: boolean | undefined;
}

/** Of the lines that went before, those that do not go again. */
export function notSentAgain(
  sent: LineSet,
  compared: readonly SentLine[],
  { sendChanged, sendsAgain }: Again,
): LineSet {
  if (sendsAgain === true) return LineSet.none;
  if (!sendChanged) return sent;
  return sent.difference(LineSet.of(compared.flatMap(({ line, content }) => (content === 'other' ? [line] : []))));
}

/** The same lines, each with what its content is like, where that can be told. */
export async function comparedWithSent(
  store: Store,
  submission: Submission,
  named: readonly NamedLine[],
): Promise<SentLine[]> {
  const own = await textsOf(
    submission,
    named.map(({ line }) => line),
  );
  const compared: SentLine[] = [];
  for (const [id, lines] of Map.groupBy(named, ({ submission }) => submission)) {
    const sent = await textsOf(
      store.submission(id),
      lines.map(({ there }) => there),
    );
    for (const one of lines) compared.push({ ...one, ...comparedTexts(own.get(one.line), sent.get(one.there)) });
  }
  return compared.sort((a, b) => a.line - b.line);
}

/** The texts of lines, of those that can be read: none where the file is not as it was checked. */
export async function textsOf(
  of: Submission | undefined,
  lines: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  if (of === undefined) return texts;
  try {
    assertUnchanged(of);
    using read = new LinesInTurn(of.content);
    for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
      const text = await read.at(line);
      if (text !== undefined) texts.set(line, text);
    }
  } catch {
    // The file is gone or has changed: what was read of it does not count either.
    texts.clear();
  }
  return texts;
}

function comparedTexts(own: string | undefined, sent: string | undefined): Pick<SentLine, 'content' | 'differing'> {
  if (own === undefined || sent === undefined) return {};
  if (saysTheSame(own, sent)) return { content: 'same' };
  const [fields, others] = [fieldsOf(own), fieldsOf(sent)];
  if (fields === undefined || others === undefined) return { content: 'other' };
  const paths = [...new Set([...fields.keys(), ...others.keys()])];
  const differing = paths
    .filter((path) => !saysTheSame(fields.get(path), others.get(path)))
    .map((path) => ({ path, sent: others.get(path) }));
  return { content: 'other', differing };
}

const saysTheSame = (one = '', other = ''): boolean =>
  one === other || contentOf(Buffer.from(one)).toString() === contentOf(Buffer.from(other)).toString();
