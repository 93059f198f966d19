/** @file The check of the files that were prepared; each finding leads back to the row and the column of the export. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../src-shared/template-shapes.ts';
import { checkFile } from '../check/check.ts';
import type { Finding } from '../check/findings/finding.ts';
import type { PossibleRepeats } from '../check/possible-repeats.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { RowMap } from '../exports/row-map.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { originOfField } from '../templates/origin-of-field.ts';
import type { PreparedFile } from './output-file.ts';
import type { PreparationProgress } from './preparation.ts';
import type { TableNames } from './row-findings.ts';

export type Origin = TableNames & { row: number; column?: string | undefined };

interface CheckPrepared {
  /** The folder of the files. */
  out: string;
  files: readonly PreparedFile[];
  ruleSet: RuleSet;
  template: Template;
  threads: number;
  /** The modification ids that come more than once. */
  repeats: PossibleRepeats;
  namesOf(table: number): TableNames;
  onFinding(file: string, finding: Finding, origin: Origin | undefined): void;
  onProgress(progress: PreparationProgress): void;
}

/** Smaller than in other checks, because the memory of the threads that prepared is still there. */
const CHUNK_BYTES = 512 * 1024;

/** Rejects with AppError `file.*`, `check.failed`. */
export async function checkPrepared({
  out,
  files,
  ruleSet,
  template,
  threads,
  repeats,
  namesOf,
  onFinding,
  onProgress,
}: CheckPrepared): Promise<{ errors: number; warnings: number }> {
  const found = { errors: 0, warnings: 0 };
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let [bytesBefore, linesBefore] = [0, 0];
  for (const { name, rows, bytes, lines } of files) {
    let map: RowMap | undefined;
    const originOf = ({ line, path }: Finding): Origin | undefined => {
      map ??= readRowMap(join(out, rows));
      const origin = map?.originOf(line);
      if (origin === undefined) return undefined;
      const [column] = originOfField(template, path);
      return { ...namesOf(origin.table), row: origin.row, ...(column !== undefined && { column }) };
    };
    // A file of a preparation is never larger than a batch.
    const request = { path: join(out, name), ruleSet, maxBatchBytes: Math.max(bytes, 1), workers: threads };
    const { errors, warnings } = await checkFile(request, {
      // The thread of the preparation has nothing else to do.
      mayBlock: true,
      chunkBytes: CHUNK_BYTES,
      repeats,
      onFindings: (findings) => {
        for (const finding of findings) onFinding(name, finding, originOf(finding));
      },
      onProgress: (progress) =>
        onProgress({
          step: 'checking',
          rows: 0,
          totalBytes,
          bytes: bytesBefore + progress.bytes,
          lines: linesBefore + progress.lines,
        }),
    });
    found.errors += errors;
    found.warnings += warnings;
    bytesBefore += bytes;
    linesBefore += lines;
  }
  return found;
}

/** The map of a file that was just written. @throws AppError file.* */
function readRowMap(path: string): RowMap | undefined {
  try {
    return RowMap.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
