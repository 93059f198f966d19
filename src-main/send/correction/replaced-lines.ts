/** @file Files of a preparation in the place of those of an earlier one: which line each of their lines was, by the rows of both. */

import { RowMap } from '../../exports/row-map.ts';
import { LineMapBuilder } from '../../fixing/line-map.ts';
import type { NewSubmission } from '../additions.ts';
import type { SubmissionId } from '../batch.ts';
import type { Queue } from '../queue.ts';
import type { RowOrigins } from '../row-origins.ts';
import type { QueueStore } from '../storage/store.ts';
import type { Submission } from '../submission.ts';

/** Pure. As text; empty where a line comes of a row that the file before had no line of, or the order is another. */
export function replacedLines(before: RowOrigins, now: RowOrigins): string {
  const [old, fresh] = [RowMap.parse(before.rows), RowMap.parse(now.rows)];
  if (old === undefined || fresh === undefined) return '';
  const tables = now.tables.map((table) =>
    before.tables.findIndex((other) => other.source === table.source && other.table === table.table),
  );
  const runs = Map.groupBy(old.runs, ({ table }) => table);
  const lines = new LineMapBuilder();
  let last = 0;
  for (const { table, row, count } of fresh.runs) {
    const own = runs.get(tables[table] ?? -1)?.toSorted((one, other) => one.row - other.row) ?? [];
    for (let next = row; next < row + count; next += 1) {
      const run = own.findLast((one) => one.row <= next);
      const line = run === undefined || next >= run.row + run.count ? undefined : run.line + next - run.row;
      if (line === undefined || line <= last) return '';
      lines.add(line);
      last = line;
    }
  }
  return lines.finish().toString();
}

/**
 * Adds the files of a preparation in the place of a submission, and of all that came of the same preparation as that.
 * @throws AppError submission.*, file.*
 */
export async function addInPlaceOf(
  { store, queue }: { store: Pick<QueueStore, 'lines'>; queue: Pick<Queue, 'additions'> },
  of: SubmissionId,
  files: readonly NewSubmission[],
): Promise<Submission[]> {
  const before = store.lines.rowOrigins(of);
  const now = files[0]?.prepared?.origins;
  // Of several files, each has other rows.
  const map = before === undefined || now === undefined || files.length > 1 ? '' : replacedLines(before, now);
  return await queue.additions.addInPlaceOf(of, files, map);
}
