/** @file Prepares files of a watched folder by its template, into the folders in which preparations of the window are, too. */

import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, extname, isAbsolute, join, parse } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { AppError } from '../../src-shared/errors.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { FINDINGS, STATE } from '../exports/output-folder.ts';
import { toFolderError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';
import { removeFolder } from '../ground/files/remove-folder.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { loadTemplate } from '../templates/template-file.ts';
import type { KeptTemplates } from './kept-templates.ts';
import { PREPARED_FOLDER } from './preparation-record.ts';
import { prepareOver } from './prepare.ts';
import { placeOfFile } from './prepared-files.ts';
import { safeName } from './split.ts';
import type { DetailFile } from './watching/journal-entry.ts';
import type { Prepare } from './watching/ports.ts';

const MOST_THREADS = 4;

export interface WatchedPreparation {
  /** The data folder. */
  folder: string;
  templates: Pick<KeptTemplates, 'all'>;
  /** The absolute path of a template, or the name of a kept one. */
  template: string;
  ruleSet: () => RuleSet;
}

/** Rejects with AppError `template.*`, `preparation.*`, `file.*`, `disk.full`, or the signal's reason. */
export function byTemplate({ folder, templates, template: name, ruleSet }: WatchedPreparation): Prepare {
  return async (request, signal) => {
    const template = await findTemplate(templates, name);
    const out = join(folder, PREPARED_FOLDER, request.claim, 'files');
    const workFolder = join(folder, PREPARED_FOLDER, request.claim, 'work');
    try {
      await makeRoom(out, workFolder);
      const summary = await prepareOver(
        {
          sources: [{ path: request.path, name: request.name }],
          template,
          out,
          workFolder,
          name: safeName(parse(request.name).name),
          grouping: 'none',
          keepPayments: false,
          limits: { bytes: DEFAULT_MAX_BATCH_BYTES, lines: Number.MAX_SAFE_INTEGER },
          threads: Math.min(availableParallelism(), MOST_THREADS),
          ruleSet: ruleSet(),
          toolVersion: manifest.version,
        },
        { signal },
        () => removeFolder(out),
      );
      const { files, refused, findings, errors, warnings, notes, refusedRows } = summary;
      return {
        files: files.map((file) => ({ path: placeOfFile(out, file.name), name: basename(file.name) })),
        faults: refused,
        isDoubtful: findings + errors + warnings + notes.length > 0,
        details: detailsIn(out, refusedRows),
      };
    } finally {
      // One that another program has open is removed by the next attempt, or along with the submissions.
      await removeFolder(workFolder).catch(() => {});
    }
  };
}

/** Which template is meant. @throws AppError template.unknown, template.unreadable, file.* */
export async function findTemplate(templates: Pick<KeptTemplates, 'all'>, name: string): Promise<Template> {
  const kept = templates.all().find((one) => one.template.name === name);
  if (kept !== undefined) return kept.template;
  if (!isAbsolute(name)) throw new AppError('template.unknown', {});
  return await loadTemplate(name);
}

/** What an earlier attempt has finished is used; what has ended, without being noted, is made again. */
async function makeRoom(out: string, workFolder: string): Promise<void> {
  try {
    if (existsSync(out) && !existsSync(join(out, STATE))) await removeFolder(out);
    makeFolder(out);
    await removeFolder(workFolder);
    makeFolder(workFolder);
  } catch (thrown) {
    throw toFolderError(thrown, out);
  }
}

/** The findings, and the refused rows as they can be corrected and sent again. */
function detailsIn(out: string, refusedRows: readonly string[]): DetailFile[] {
  const findings = readdirSync(out).includes(FINDINGS)
    ? [{ path: join(out, FINDINGS), ending: `.rows${extname(FINDINGS)}` }]
    : [];
  const rows = refusedRows.map((name, at) => {
    const number = refusedRows.length === 1 ? '' : `-${at + 1}`;
    return { path: join(out, name), ending: `.refused-rows${number}${extname(name)}` };
  });
  return [...findings, ...rows];
}
