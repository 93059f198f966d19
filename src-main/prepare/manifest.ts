/** @file Makes the manifest of a preparation. Pure. */

import { inEnglish } from '../../src-shared/languages/message.ts';
import type { MessageFacts } from '../../src-shared/preparation-shapes.ts';
import { templateDigest } from '../templates/template-file.ts';
import type { Manifest } from './manifest-shape.ts';
import type { PreparationRequest, PreparationSummary } from './preparation.ts';

export interface SourceFacts {
  name: string;
  bytes: number;
  sha256: string;
}

export interface TableFacts {
  /** Which of the sources, from 0. */
  source: number;
  name: string;
  columns: readonly string[];
  rows: number;
  leftOut: number;
  refused: number;
  refusedRows?: string;
  message?: MessageFacts;
}

/** A manifest is read by programs, which hear English. */
const inManifest = ({ figures, ...message }: MessageFacts) => ({
  ...message,
  figures: figures.map((figure) => ({ ...figure, of: inEnglish(figure.of) })),
});

/** Says nothing of when, where and by whom: the same exports give the same manifest. */
export function manifestOf(
  request: PreparationRequest,
  summary: PreparationSummary,
  sources: readonly SourceFacts[],
  tables: readonly TableFacts[],
  findingsFile: string | undefined,
): Manifest {
  const { template, name, limits, grouping, keepPayments, toolVersion } = request;
  const { rows, transactions, leftOut, refused, byCurrency, byDay, incoming, control } = summary;
  const { errors, warnings, findings } = summary;
  return {
    version: 1,
    tool: { name: 'Tranship', version: toolVersion },
    name,
    split: {
      by: grouping,
      bytes: limits.bytes,
      ...(Number.isSafeInteger(limits.lines) && { lines: limits.lines }),
      keepPayments,
    },
    sources: sources.map((source, at) => {
      const { refusedBy } = request.sources[at] ?? {};
      return { ...source, ...(refusedBy !== undefined && { refusedBy }) };
    }),
    tables: tables.map(({ message, ...table }) => ({
      ...table,
      columns: [...table.columns],
      ...(message !== undefined && { message: inManifest(message) }),
    })),
    template: { name: template.name, version: template.version, sha256: templateDigest(template), content: template },
    files: summary.files.map((file) => ({ ...file })),
    rows,
    transactions,
    leftOut,
    refused,
    byCurrency,
    byDay,
    ...(incoming !== undefined && { incoming }),
    ...(control !== undefined && { control }),
    findings: { mapping: findings, errors, warnings, ...(findingsFile !== undefined && { file: findingsFile }) },
  };
}
