/** @file The actions that prepare exports, and those about templates, for a command: also beside a process that holds the data folder. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { savingTo } from '../../actions/backend.ts';
import { callsTo } from '../../actions/calls.ts';
import type { Tell } from '../../actions/ports.ts';
import { type KnownBefore, preparingCommands } from '../../actions/preparing.ts';
import { saveTemplate, templateCommands } from '../../actions/templates.ts';
import { defaultRuleSet, type RuleSet } from '../../check/rules/rule-set.ts';
import { WorkArea } from '../../exports/work-area.ts';
import { earlierIds, nothingEarlier } from '../../prepare/earlier-ids.ts';
import { KeptTemplates } from '../../prepare/kept-templates.ts';
import type { PreparationSource } from '../../prepare/preparation.ts';
import { findSources, foundInput } from '../../prepare/sources.ts';
import { keepsIdIndexes } from '../../records/whereabouts/id-index-settings.ts';
import { IdIndexes } from '../../records/whereabouts/id-indexes.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../send/batch-limit.ts';
import { databaseName } from '../../send/storage/database.ts';
import { measuredSpeed } from '../../send/upload-forecast.ts';
import { type Connection, destinationOf } from '../../wire/credentials/connection.ts';
import { connectionFromEnvironment } from '../../wire/credentials/environment.ts';
import type { Session } from './session.ts';

/** The actions about the kept templates, and what they are saved to: files of their own, of which each is written as a whole. */
export function templateActions({ folder, clock }: Session) {
  const templates = new KeptTemplates(folder, clock);
  return {
    call: callsTo(templateCommands(templates)),
    save: async (id: string, path: string) => void (await saveTemplate(templates, savingTo(path), id)),
  };
}

/** What a call has of its own. */
interface OwnParts {
  ruleSet?: RuleSet;
  /** The folder for the files. */
  out?: string | undefined;
  /** Hears how far it is. */
  tell?: Tell;
}

export type PreparingActions = ReturnType<typeof preparingActions>;

/**
 * Runs `work` with the actions that prepare exports: they only read the data folder, also while another process has it, and it
 * is not made for them.
 */
export async function withPreparing<Result>(
  session: Session,
  work: (actions: PreparingActions) => Promise<Result>,
  own: OwnParts = {},
): Promise<Result> {
  const area = new WorkArea();
  try {
    return await work(preparingActions(session, area, own));
  } finally {
    area.remove();
  }
}

function preparingActions(
  session: Session,
  area: WorkArea,
  { ruleSet = defaultRuleSet, out, tell = () => {} }: OwnParts,
) {
  const templates = new KeptTemplates(session.folder, session.clock);
  const offered = new Map<string, PreparationSource>();
  const commands = preparingCommands({
    ...{ templates, tell, signal: session.interrupted, ruleSet: () => ruleSet },
    sourceOf: (offer) => {
      const source = offered.get(offer);
      if (source === undefined) throw new AppError('file.not-offered', {});
      return source;
    },
    before: (asked) => knownBefore(session, asked),
    chooseFolder: async () => out,
    onSaved: (path) => session.recordSecurity({ kind: 'exported', what: 'prepared', path }),
    maxBatchBytes: () => DEFAULT_MAX_BATCH_BYTES,
    inWorkFolder: (work) => work(area.folder),
  });
  return {
    call: callsTo({ ...templateCommands(templates), ...commands }),
    /** Offers the exports of a call, once: files and folders, or standard input. @throws AppError file.*, disk.full */
    offer: async (exports: readonly string[], only?: readonly string[]) => {
      const { stdin } = session.call.ports;
      const { sources, ...others } = exports.includes('-')
        ? await foundInput(stdin, { workArea: area, signal: session.interrupted, only })
        : await findSources(exports, only);
      for (const source of sources) offered.set(randomUUID(), source);
      return {
        ...others,
        offers: [...offered.keys()],
        paths: sources.map(({ path }) => path),
        names: sources.map(({ name }) => name),
      };
    },
  };
}

/**
 * What went to the service before. Where it cannot be told, the reason, since preparing needs nothing of it.
 * @throws AppError usage.invalid, connection.unknown, connection.invalid
 */
async function knownBefore(
  session: Session,
  asked: { connection?: string | undefined; leaveOutProcessed: boolean },
): Promise<KnownBefore> {
  const over = await connectionOf(session, asked);
  const connection = over && { name: over.name, destination: destinationOf(over) };
  // A data folder that is not there is not made for this.
  if (!existsSync(join(session.folder, databaseName))) return { earlier: nothingEarlier(connection), speed: undefined };
  try {
    const keepsIds = keepsIdIndexes(session.settings());
    const indexes = new IdIndexes(session.folder, () => session.idKeys());
    return await session.readStoreDuring(async (store) => ({
      earlier: await earlierIds({ store, indexes, keepsIds, connection }),
      speed: measuredSpeed(store, connection?.destination),
    }));
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { earlier: { connection, reason: thrown.detail.replace(/\.$/, '') }, speed: undefined };
  }
}

/** Left out is only what went over one connection: what another tenant has, this one does not have. */
async function connectionOf(
  session: Session,
  { connection: name, leaveOutProcessed }: { connection?: string | undefined; leaveOutProcessed: boolean },
): Promise<Connection | undefined> {
  if (name !== undefined) return (await session.kept()).connections.get(name);
  if (!leaveOutProcessed) return undefined;
  const found = connectionFromEnvironment(session.environment);
  if ('connection' in found) return found.connection;
  const problem = 'Say with --connection over which connection it went: only what that tenant has may be left out.';
  throw new AppError('usage.invalid', { problem });
}
