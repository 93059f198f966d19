/** @file The commands that add files, and those that save something to a file. */

import { createWriteStream } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CommandOutput, Savable, Saved, SendOptions } from '../../src-shared/contract.ts';
import { AppError, assertNever, toAppError } from '../../src-shared/errors.ts';
import { csv, jsonLines } from '../check/findings/finding-export.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { writePieces } from '../ground/files/written-pieces.ts';
import { zipFolder } from '../prepare/zipped-folder.ts';
import type { Binding } from '../send/binding.ts';
import { unbound } from '../send/submission.ts';
import { requireSharing } from '../team/team-sharing.ts';
import { templateText } from '../templates/template-file.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { chooseAnchorFile } from './audit.ts';
import { verificationAsText } from './audit-words.ts';
import { addSaved, recipeAsText, saveCorrected } from './corrections.ts';
import { storableName } from './file-name.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import type { Receipts } from './receipts.ts';
import { writeTable } from './report.ts';
import { exportedAs, saveRecords } from './saved-records.ts';
import { assertFindingsAreKept } from './submission.ts';
import { shownAs } from './submission-row.ts';

type FileCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `files.${string}`>>;
type Ports = Omit<CommandPorts, 'projection' | 'practice' | 'watching' | 'team'> & { receipts: Receipts };

export function fileCommands(ports: Ports): FileCommands {
  const { shell, offered } = ports;
  return {
    'files.choose': async () => await offered.offer(await shell.chooseFiles()),
    'files.stopReading': () => offered.stopReading(),
    'files.add': async ({ offers, options }) => await addFiles(ports, offers, options),
    'files.check': async ({ offers, maxBatchBytes }) => await checkFiles(ports, offers, maxBatchBytes),
    'files.save': async (what) => {
      const saved = recorded(ports, what, await save(ports, what));
      // The file is there, and recorded, whether it can be added or not.
      return what.kind === 'correction' ? await addSaved(ports, what, saved) : saved;
    },
  };
}

async function addFiles(
  { app, offered, settings }: Ports,
  offers: readonly string[],
  options: SendOptions,
): Promise<CommandOutput<'files.add'>> {
  const chosen = await bindingOf({ app, settings }, options);
  return await addEach({ app, offered }, offers, chosen);
}

/** Checks each file, and sends it nowhere. */
async function checkFiles(
  { app, offered, settings }: Ports,
  offers: readonly string[],
  maxBatchBytes: number,
): Promise<CommandOutput<'files.check'>> {
  const { ruleSet } = settings;
  return await addEach({ app, offered }, offers, {
    ...unbound,
    options: { onInvalid: 'stop', onUnknown: 'ask', ingestValid: false, maxBatchBytes, ruleSet },
  });
}

/**
 * Where files go that a person adds or sends, and how; the options are remembered.
 * @throws AppError connection.unknown; team.* where the team cannot send them for this person
 */
export async function bindingOf(
  { app, settings }: Pick<Ports, 'app' | 'settings'>,
  options: SendOptions,
): Promise<Binding> {
  const { connection: name, forTeam, ...choices } = options;
  const connection = app.services.connection(name);
  if (forTeam === true) await requireSharing(app.team, name);
  const { ruleSet } = settings;
  settings.change({ sending: options });
  return {
    connection: name,
    destination: destinationOf(connection),
    // In the window, a person is present to decide.
    options: { ...choices, ...app.confirmation(connection), onUnknown: 'ask', ruleSet },
    forTeam,
  };
}

/** Adds each file separately, so that one unreadable file does not affect the others. */
async function addEach(
  { app, offered }: Pick<Ports, 'app' | 'offered'>,
  offers: readonly string[],
  binding: Binding,
): Promise<CommandOutput<'files.add'>> {
  const result: CommandOutput<'files.add'> = { added: [], refused: [] };
  for (const offer of offers) {
    const fileName = offered.nameOf(offer) ?? '';
    try {
      const added = await offered.use(offer, (file) => app.queue.add({ ...file, ...binding }));
      result.added.push(added.id);
    } catch (thrown) {
      result.refused.push({ fileName, error: toAppError(thrown).toRecord() });
    }
  }
  return result;
}

async function save(ports: Ports, what: Savable): ReturnType<typeof saveCorrected> {
  const { app, shell, signal } = ports;
  switch (what.kind) {
    case 'findings': {
      assertFindingsAreKept(app, what.id);
      const fileName = storableName(shownAs(app.queue.standing(what.id).submission.name).fileName);
      const toText = what.format === 'csv' ? csv : jsonLines;
      return await shell.save(`${fileName.replace(/\.[^.]*$/, '')}.findings.${what.format}`, (path) =>
        written(path, async () => {
          await pipeline(
            Readable.from(toText(app.store.findings.all(what.id))),
            createWriteStream(path, { mode: PRIVATE_FILE }),
            { signal },
          );
        }),
      );
    }
    case 'report': {
      const kept = await app.batchReports.path(what.batch, signal);
      return await shell.save(`report-${basename(kept, extname(kept))}${extname(kept)}`, (path) =>
        written(path, () => copyFile(kept, path)),
      );
    }
    case 'report-table':
      return await shell.save(`report-table-${what.batch}.csv`, (path) =>
        writeTable({ app, signal }, what.batch, (pieces) => writePieces(path, pieces, 'w')),
      );
    case 'receipt':
    case 'submission-receipt':
    case 'history-entries':
    case 'queue-list':
    case 'corrected':
    case 'lines':
      return await saveRecords(ports, what);
    case 'correction':
      return await saveCorrected(ports, what);
    case 'support':
      return await shell.save(`tranship-support-${today()}.zip`, (path) =>
        app.exportForSupport(path, signal, { withSecurityLog: what.securityLog ?? false }),
      );
    case 'anchor-file':
      return await chooseAnchorFile(ports);
    case 'history': {
      const text = verificationAsText(
        await app.auditing.verify(),
        app.auditing.author.key?.publicKey,
        new Date().toISOString(),
      );
      return await shell.save(`history-${today()}.txt`, (path) => written(path, () => writeFile(path, text)));
    }
    case 'recipe': {
      const text = recipeAsText(what.name, what.steps);
      return await shell.save(`${storableName(what.name).replace(/\.[^.]*$/, '')}.recipe.json`, (path) =>
        written(path, () => writeFile(path, text)),
      );
    }
    case 'rule-set':
      return await shell.save('tranship-rules.json', (path) => written(path, () => writeFile(path, what.text)));
    case 'prepared': {
      const { folder, name } = app.preparations.savedFolder(what.id);
      return await shell.save(`${storableName(name)}.zip`, (path) => zipFolder(folder, path, signal));
    }
    case 'template': {
      const { template } = app.templates.get(what.id);
      return await shell.save(`${storableName(template.name)}.template.json`, (path) =>
        written(path, () => writeFile(path, templateText(template))),
      );
    }
    default:
      return assertNever(what);
  }
}

/** The export for support and the choice of an anchor file are recorded where they are made. */
function recorded<Kept extends Saved>({ app }: Ports, { kind }: Savable, saved: Kept): Kept {
  const isOfNoCustomer = kind === 'recipe' || kind === 'template' || kind === 'rule-set';
  if (saved.kind === 'cancelled' || kind === 'support' || kind === 'anchor-file' || isOfNoCustomer) return saved;
  const what = exportedAs[kind];
  app.recordSecurity({ kind: 'exported', what, path: saved.kind === 'saved' ? saved.path : 'a browser' });
  return saved;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

async function written(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : toWriteError(thrown, path);
  }
}
