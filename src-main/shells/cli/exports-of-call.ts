/** @file The actions that prepare exports, and those about templates, for a command: also beside a process that holds the data folder. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { callsTo } from '../../actions/calls.ts';
import type { Tell } from '../../actions/ports.ts';
import { type AtOncePorts, type KnownBefore, preparationAtOnce } from '../../actions/preparation-at-once.ts';
import { templateCommands } from '../../actions/templates.ts';
import { defaultRuleSet, type RuleSet } from '../../check/rules/rule-set.ts';
import { WorkArea } from '../../exports/work-area.ts';
import { type Earlier, earlierIds, KEY_IS_MISSING, nothingEarlier } from '../../prepare/earlier-ids.ts';
import { KeptTemplates } from '../../prepare/kept-templates.ts';
import type { PreparationSource } from '../../prepare/preparation.ts';
import { type FoundSources, findSources, inputSource, keptSource } from '../../prepare/sources.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../send/batch-limit.ts';
import { keepsIdIndexes } from '../../send/sent-before/id-index-settings.ts';
import { IdIndexes } from '../../send/sent-before/id-indexes.ts';
import { databaseName } from '../../send/storage/database.ts';
import { measuredSpeed } from '../../send/upload-forecast.ts';
import { type Connection, destinationOf } from '../../wire/credentials/connection.ts';
import { connectionFromEnvironment } from '../../wire/credentials/environment-connection.ts';
import { usageError } from './output.ts';
import type { Session } from './session.ts';

/** Calls the actions about the kept templates: files of their own, of which each is written as a whole. */
export function templateCalls({ folder, clock }: Session) {
  return callsTo(templateCommands(new KeptTemplates(folder, clock)));
}

/** Calls the actions that prepare exports, and those about the kept templates. */
export type CallPreparations = ReturnType<typeof callsOn>;

/** What a call has of its own. */
interface OwnParts {
  ruleSet?: RuleSet;
  /** The folder for the files. */
  out?: string | undefined;
  /** Hears how far it is. */
  tell?: Tell;
}

/**
 * Runs `work` with the exports of a call, offered to the actions that prepare them. Of the data folder these only read, also
 * while another process has it; what is written elsewhere is recorded there.
 * @param only the patterns of the call
 * @throws AppError usage.invalid, file.*, disk.full
 */
export async function withExports<Result>(
  session: Session,
  { exports, only }: { exports: readonly string[]; only: readonly string[] },
  work: (call: CallPreparations, found: FoundSources & { offers: string[]; first: string }) => Promise<Result>,
  own: OwnParts = {},
): Promise<Result> {
  const workArea = new WorkArea();
  try {
    const found = await sourcesOf(exports, only.length === 0 ? undefined : only, session.interrupted);
    const [first] = found.sources;
    if (first === undefined) throw usageError(nothingFound(only));
    const offered = new Map(found.sources.map((source) => [randomUUID().toString(), source]));
    const call = callsOn(session, workArea, offered, own);
    return await work(call, { ...found, offers: [...offered.keys()], first: first.name });
  } finally {
    workArea.remove();
  }
}

async function sourcesOf(
  exports: readonly string[],
  only: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<FoundSources> {
  if (!exports.includes('-')) return await findSources(exports, only, signal);
  if (exports.length > 1) throw usageError(fact('Standard input cannot be prepared along with files.'));
  return inputSource(only);
}

function nothingFound(only: readonly string[]): string {
  return only.length === 0
    ? message('There is no export in this folder.')
    : message('No export in this folder has a name that fits {only}.', { only: only.join(` ${message('or')} `) });
}

function callsOn(
  session: Session,
  workArea: WorkArea,
  offered: ReadonlyMap<string, PreparationSource>,
  { ruleSet = defaultRuleSet, out, tell = () => {} }: OwnParts,
) {
  const templates = new KeptTemplates(session.folder, session.clock);
  const commands = preparationAtOnce({
    templates,
    tell,
    signal: session.interrupted,
    ruleSet: () => ruleSet,
    sourceOf: async (offer) => {
      const source = offered.get(offer);
      if (source === undefined) throw new AppError('file.not-offered', {});
      return await keptSource(source, { input: session.call.ports.stdin, workArea, signal: session.interrupted });
    },
    before: (asked) => knownBefore(session, asked),
    chooseFolder: async () => out,
    onSaved: (path) => recordSaved(session, path),
    inWorkFolder: (work) => work(workArea.folder),
  });
  return callsTo({ ...templateCommands(templates), ...commands });
}

/** What is written is not less so where the data folder cannot be used, of which nothing else is needed. */
async function recordSaved(session: Session, path: string): Promise<void> {
  try {
    await session.recordSecurity({ kind: 'exported', what: 'prepared', path });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    session.output.warn(thrown.toRecord());
  }
}

type Asked = Parameters<AtOncePorts['before']>[0];

/**
 * What went to the service before. Where it cannot be told, the reason, since preparing needs nothing of it.
 * @throws AppError connection.unknown, connection.invalid
 */
async function knownBefore(session: Session, asked: Asked): Promise<KnownBefore> {
  const over = await connectionOf(session, asked);
  const connection = over && { name: over.name, destination: destinationOf(over) };
  const sending = { speed: undefined, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES };
  // A data folder that is not there is not made for this.
  if (!existsSync(join(session.folder, databaseName))) return { earlier: nothingEarlier(connection), sending };
  try {
    const keepsIds = keepsIdIndexes(session.settings());
    const indexes = new IdIndexes(session.folder, () => session.idKeys());
    const lacksPassphrase = await session.lacksPassphrase();
    // Some of it may be compared with the key of the secret; that is not all that went before.
    const asTold = (earlier: Earlier): Earlier =>
      lacksPassphrase && 'ids' in earlier && earlier.uncompared > 0 ? { connection, reason: KEY_IS_MISSING } : earlier;
    return await session.readStoreDuring(async (store) => ({
      earlier: asTold(await earlierIds({ store, indexes, keepsIds, connection })),
      sending: { ...sending, speed: measuredSpeed(store, connection?.destination) },
    }));
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { earlier: { connection, reason: thrown.detail.replace(/\.$/, '') }, sending };
  }
}

/** The one that is named; to leave out what went over it before, also that of the variables. */
async function connectionOf(
  session: Session,
  { connection: name, leaveOutProcessed }: Asked,
): Promise<Connection | undefined> {
  if (name !== undefined) return (await session.kept()).connections.get(name);
  if (!leaveOutProcessed) return undefined;
  const found = connectionFromEnvironment(session.environment);
  return 'connection' in found ? found.connection : undefined;
}
