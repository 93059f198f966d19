/** @file `tranship template …`: the stored templates of preparations. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Template } from '../../../../src-shared/template-shapes.ts';
import { toFileError } from '../../../ground/files/file-errors.ts';
import { makeDataFolder } from '../../../ground/settings/open-settings.ts';
import { type KeptTemplate, KeptTemplates } from '../../../prepare/kept-templates.ts';
import { loadTemplate, templateDigest, templateText } from '../../../templates/template-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { grouped } from '../wording.ts';
import { assertWritable, writePieces } from '../written-file.ts';

/** As many as a sentence names. */
const MOST_NAMED = 10;

/** The templates of the data folder. */
export function keptTemplates({ folder, clock }: Session): KeptTemplates {
  return new KeptTemplates(folder, clock);
}

/** The template of a file, or a stored one by its name. @throws AppError usage.invalid, template.unreadable, file.* */
export async function findTemplate(session: Session, text: string): Promise<Template> {
  return existsSync(text) ? await loadTemplate(text) : keptByName(session, text, 'no file and no').template;
}

export async function listTemplates(session: Session): Promise<ExitCode> {
  const { output } = session;
  const kept = keptTemplates(session).all();
  const rows = kept.map(({ template, usedAt }) => ({
    ...{ name: template.name, format: template.reading.format, columns: template.columns.length },
    ...{ sha256: templateDigest(template), usedAt },
  }));
  if (rows.length === 0) output.say('No template is stored.');
  else
    output.table(
      ['name', 'format', 'columns', 'last used'],
      rows.map(({ name, format, columns, usedAt }) => [
        ...[name, format, columns],
        usedAt === undefined ? '' : new Date(usedAt).toISOString().slice(0, 10),
      ]),
    );
  for (const row of rows) output.emit('template', row);
  output.emit('summary', { templates: rows.length });
  return exitCodes.done;
}

/** @throws AppError usage.invalid */
export async function showTemplate(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  const { template } = keptByName(session, name);
  output.sayLines(templateText(template).trimEnd().split('\n'));
  output.emit('summary', { template });
  return exitCodes.done;
}

/** One of the same name stays, and the new one gets another. @throws AppError template.unreadable, file.*, disk.full */
export async function importTemplate(session: Session, file: string): Promise<ExitCode> {
  const { output } = session;
  await loadTemplate(file);
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, file);
  });
  makeDataFolder(session.folder);
  const templates = keptTemplates(session);
  const before = new Set(templates.all().map(({ id }) => id));
  templates.import(text.replace(/^\uFEFF/, ''));
  const name = templates.all().find(({ id }) => !before.has(id))?.template.name ?? '';
  output.say(`The template is stored as “${name}”.`);
  output.emit('summary', { name });
  return exitCodes.done;
}

/** @throws AppError usage.invalid, file.cannot-write */
export async function exportTemplate(session: Session, name: string, out: string): Promise<ExitCode> {
  const { output } = session;
  const { template } = keptByName(session, name);
  await assertWritable(out, []);
  await writePieces(out, [templateText(template)], 'w');
  output.say(`The template is in ${out}.`);
  output.emit('summary', { name, out });
  return exitCodes.done;
}

/** @throws AppError usage.invalid */
export async function removeTemplate(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  const { id } = keptByName(session, name);
  keptTemplates(session).remove(id);
  output.say(`The template “${name}” is removed.`);
  output.emit('summary', { name });
  return exitCodes.done;
}

function keptByName(session: Session, name: string, none = 'no'): KeptTemplate {
  const templates = keptTemplates(session).all();
  const kept = templates.find(({ id, template }) => template.name === name || id === name);
  if (kept !== undefined) return kept;
  throw usageError(`There is ${none} stored template named “${name}”. ${storedInWords(templates)}`);
}

/** What could have been meant. */
function storedInWords(templates: readonly KeptTemplate[]): string {
  const names = templates.slice(0, MOST_NAMED).map(({ template }) => `“${template.name}”`);
  if (names.length === 0) return 'None is stored.';
  const more = templates.length - names.length;
  return `Stored are: ${names.join(', ')}${more > 0 ? ` and ${grouped(more)} more (see “tranship template list”)` : ''}.`;
}
