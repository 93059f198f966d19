/** @file `tranship template …`: the stored templates of preparations; also while another process works. */

import type { TemplateRow } from '../../../../src-shared/contract.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { quotedList } from '../../../../src-shared/languages/quoted.ts';
import { templateChangesInWords } from '../../../../src-shared/template-change-words.ts';
import { saveFile } from '../../../ground/files/saved-file.ts';
import { readUtf8 } from '../../../ground/files/utf8-file.ts';
import { makeDataFolder } from '../../../ground/settings/open-settings.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { templateCalls } from '../exports-of-call.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { grouped, iso } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

/** As many as a sentence names. */
const MOST_NAMED = 10;
/** Of a digest, in a table: enough to find the manifest that names it. */
const SHOWN_DIGITS = 16;

export async function listTemplates(session: Session): Promise<ExitCode> {
  const { output } = session;
  const rows = await templateCalls(session)('templates.list', undefined);
  if (rows.length === 0) output.say(message('No template is stored.'));
  else
    output.table(
      [message('name'), message('format'), message('columns'), message('last used')],
      rows.map(({ name, format, columns, usedAt }) => [
        ...[name, format, columns],
        usedAt === undefined ? '' : new Date(usedAt).toISOString().slice(0, 10),
      ]),
    );
  for (const { name, format, columns, sha256, usedAt } of rows)
    output.emit('template', { name, format, columns, sha256, usedAt });
  output.emit('summary', { templates: rows.length });
  return exitCodes.done;
}

/** @throws AppError usage.invalid, template.unknown */
export async function showTemplate(
  session: Session,
  name: string,
  { former }: { former?: number } = {},
): Promise<ExitCode> {
  const { output } = session;
  const call = templateCalls(session);
  const { text } = await call('templates.read', { ...(await storedTemplate(call, name)), version: former });
  output.sayLines(text.trimEnd().split('\n'));
  output.emit('summary', { template: JSON.parse(text) });
  return exitCodes.done;
}

/** What it was and is, with who has changed what. @throws AppError usage.invalid */
export async function listVersions(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  const call = templateCalls(session);
  const versions = await call('templates.versions', await storedTemplate(call, name));
  output.table(
    [message('version'), message('made'), message('by'), message('what changed'), 'SHA-256'],
    versions.map(({ number, madeAt, madeBy = '', changes, sha256 }) => [
      ...[number, madeAt === undefined ? '' : iso(madeAt), madeBy, templateChangesInWords(changes)],
      sha256.slice(0, SHOWN_DIGITS),
    ]),
  );
  for (const { madeAt, ...version } of versions)
    output.emit('version', { ...version, ...(madeAt !== undefined && { madeAt: iso(madeAt) }) });
  output.emit('summary', { versions: versions.length });
  return exitCodes.done;
}

/** What it is now stays as a version. @throws AppError usage.invalid, template.unknown, file.cannot-write */
export async function goBackToVersion(session: Session, name: string, version: number): Promise<ExitCode> {
  const { output } = session;
  const call = templateCalls(session);
  const { id } = await storedTemplate(call, name);
  const row = (await call('templates.goBack', { id, version })).find((one) => one.id === id);
  const now = { name: row?.name ?? name, version: row?.version ?? version };
  output.say(
    message('The template “{name}” is again what it was as version {version}, which is version {version2} now.', {
      name: now.name,
      version,
      version2: now.version,
    }),
  );
  output.emit('summary', now);
  return exitCodes.done;
}

/** One of the same name stays, and the new one gets another. @throws AppError template.unreadable, file.*, disk.full */
export async function importTemplate(session: Session, file: string): Promise<ExitCode> {
  const text = await readUtf8(file, 'template.unreadable', session.interrupted);
  makeDataFolder(session.folder);
  return await tellNew(session, async (call) => await call('templates.import', { text, name: file }));
}

/** @throws AppError usage.invalid, file.cannot-write */
export async function copyTemplate(session: Session, name: string): Promise<ExitCode> {
  return await tellNew(session, async (call) => await call('templates.copy', await storedTemplate(call, name)));
}

/** Where another template has the new name, a number is added. @throws AppError usage.invalid, file.cannot-write */
export async function renameTemplate(session: Session, name: string, to: string): Promise<ExitCode> {
  const call = templateCalls(session);
  const { id } = await storedTemplate(call, name);
  const rows = await call('templates.rename', { id, name: to });
  return tellName(session, rows.find((row) => row.id === id)?.name ?? to);
}

/** @throws AppError usage.invalid, file.cannot-write */
export async function exportTemplate(
  session: Session,
  name: string,
  { out, force }: { out: string; force: boolean },
): Promise<ExitCode> {
  const { output } = session;
  const call = templateCalls(session);
  const { text } = await call('templates.read', await storedTemplate(call, name));
  await assertWritable(out, { force });
  await saveFile(out, [text]);
  output.say(message('The template is in {out}.', { out }));
  output.emit('summary', { name, out });
  return exitCodes.done;
}

/** @throws AppError usage.invalid */
export async function removeTemplate(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  const call = templateCalls(session);
  await call('templates.remove', await storedTemplate(call, name));
  output.say(message('The template “{name}” is removed, with its former versions.', { name }));
  output.emit('summary', { name });
  return exitCodes.done;
}

type CallTemplates = ReturnType<typeof templateCalls>;

/** Says what the template is called that comes of it. */
async function tellNew(session: Session, make: (call: CallTemplates) => Promise<TemplateRow[]>): Promise<ExitCode> {
  const call = templateCalls(session);
  const before = new Set((await call('templates.list', undefined)).map(({ id }) => id));
  const rows = await make(call);
  return tellName(session, rows.find(({ id }) => !before.has(id))?.name ?? '');
}

function tellName({ output }: Session, name: string): ExitCode {
  output.say(message('The template is stored as “{name}”.', { name }));
  output.emit('summary', { name });
  return exitCodes.done;
}

/** What stands for the stored template of this name. @throws AppError usage.invalid */
/** @param mayBeFile whether the name could have been that of a file, too */
export async function storedTemplate(call: CallTemplates, name: string, mayBeFile = false): Promise<{ id: string }> {
  const rows = await call('templates.list', undefined);
  const found = rows.find((row) => row.name === name || row.id === name);
  if (found !== undefined) return { id: found.id };
  throw usageError(
    mayBeFile
      ? fact('There is no file and no stored template named “{name}”. {stored}', { name, stored: storedInWords(rows) })
      : fact('There is no stored template named “{name}”. {stored}', { name, stored: storedInWords(rows) }),
  );
}

/** What could have been meant. */
function storedInWords(rows: readonly TemplateRow[]): string {
  const names = quotedList(rows.slice(0, MOST_NAMED).map(({ name }) => name));
  if (names.length === 0) return message('None is stored.');
  const more = rows.length - names.length;
  const named = { names, more: grouped(more) };
  return more > 0
    ? message('Stored are: {names} and {more} more (see “tranship template list”).', named)
    : message('Stored are: {names}.', { names });
}
