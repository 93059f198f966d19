/**
 * @file The parts of a running app, in the order in which they are built: each of those above it. Where one above should hear of
 * one below, they are connected at the end, when all are there.
 */

import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { inEnglish } from '../src-shared/languages/message.ts';
import { AppNetwork } from './connections/app-network.ts';
import { Diagnoses } from './connections/diagnoses.ts';
import { waysOut } from './connections/ways-out.ts';
import { type Clock, systemClock } from './ground/clock.ts';
import type { Environment } from './ground/environment.ts';
import { freeBytesIn } from './ground/files/disk-space.ts';
import { type FolderLock, lockFolder } from './ground/files/folder-lock.ts';
import { openLogs } from './ground/logs/logs.ts';
import type { SettingsFile } from './ground/settings/settings-file.ts';
import { withPolicy } from './policy/managed-settings.ts';
import { type MachinePolicy, machinePolicy } from './policy/policy.ts';
import { trustOf } from './policy/rules.ts';
import { KeptTemplates } from './prepare/kept-templates.ts';
import { PreparationRecords } from './prepare/preparation-record.ts';
import { Preparations } from './prepare/preparations.ts';
import { BatchReports } from './records/batch-reports.ts';
import { KeptData } from './records/kept-data.ts';
import { readVerdict } from './records/report-verdict.ts';
import { ReportLines } from './records/reports/report-lines.ts';
import { ReportReadings } from './records/reports/report-readings.ts';
import { readRetention } from './records/retention/retention.ts';
import { followEnvironment } from './send/connection-change.ts';
import { recordEnds } from './send/end-record.ts';
import { openQueue } from './send/open-queue.ts';
import { PersonApproval } from './send/person-approval.ts';
import { notePolicy } from './send/policy-note.ts';
import { logPause, logQueue } from './send/queue-log.ts';
import { openRecovered, recoveryNotice } from './send/recovery/recovery.ts';
import { idKeysOf } from './send/sent-before/id-keys.ts';
import { KeptIds } from './send/sent-before/kept-ids.ts';
import { Auditing, authoritiesFor, type Who, whoIsHere } from './team/auditing.ts';
import { Doors } from './team/doors.ts';
import type { IdentitySource } from './wire/credentials/client-identity.ts';
import { openingAlso } from './wire/credentials/keyring.ts';
import type { SecretBox } from './wire/credentials/secret-box.ts';
import { createGuardedFetch } from './wire/following/guarded-fetch.ts';
import { Reports } from './wire/following/report.ts';
import { machineAuthorities } from './wire/network/machine-authorities.ts';
import type { SystemProxy } from './wire/network/network.ts';
import type { Fetch } from './wire/service/exchange.ts';
import type { TransferSettings } from './wire/transfer/transfer-settings.ts';

export interface AppPorts {
  /** The data folder; only one process may use it at a time. */
  folder: string;
  /** A name for this process, shown by others that find the folder locked. */
  holder: string;
  /** Where the folder was locked before, as it must be where its key may be made: two processes would make two. */
  lock?: FolderLock;
  settings: SettingsFile;
  /** Seals the secrets of stored connections. */
  secretBox: SecretBox;
  /** Seals tokens and signed addresses. */
  sessionBox: SecretBox;
  /** What did so, and enciphered modification ids, before this data folder had a key of its own. */
  formerBox?: SecretBox | undefined;
  /** Seals the history; without one, entries prove only that their links fit. */
  historyKey?: Buffer | undefined;
  /** Where the witness of the data folder is, outside of it; without one, a copy of the folder is not noticed. */
  witnesses?: string | undefined;
  /** Who the history says has recorded it; by default the user of the system, and this machine. */
  who?: Who;
  /** Variables that may define a connection, its credentials or a proxy; the desktop passes none. */
  environment: Environment;
  /** The client certificate that these variables name, read when it is needed. */
  identity?: IdentitySource;
  /** The system's proxy settings; by default the proxy variables. */
  systemProxy?: SystemProxy;
  /** Replaces stored settings for this run only. */
  transfer?: Partial<TransferSettings>;
  /** What the organisation has set; read from its place on this computer, except in tests. */
  policy?: MachinePolicy;
  clock?: Clock;
  /** Replaces the network in tests. */
  fetch?: Fetch;
}

export type AppParts = ReturnType<typeof buildParts>;

/** Lets go of all that it took where a step fails. @throws AppError queue.locked, folder.unusable, queue.damaged, disk.full */
export function buildParts(ports: AppPorts) {
  const { folder, secretBox, formerBox, environment, identity, systemProxy, historyKey } = ports;
  const { clock = systemClock, who = whoIsHere(), policy = machinePolicy() } = ports;
  const { values } = policy;
  const { version } = manifest;
  const sessionBox = formerBox === undefined ? ports.sessionBox : openingAlso(ports.sessionBox, formerBox);
  const closing = new AbortController();
  const settings = withPolicy(ports.settings, values);

  using taken = new DisposableStack();
  taken.adopt(ports.lock ?? lockFolder(folder, ports.holder), (lock) => lock.release());
  const keptDays = () => readRetention(settings).logs;
  const logs = taken.adopt(openLogs({ folder: join(folder, 'logs'), clock, version, keptDays }), (log) => log.close());
  taken.defer(
    machineAuthorities(trustOf(values)).follow(({ problem, ...report }) =>
      problem === undefined
        ? logs.event('info', 'authorities.read', report)
        : logs.event('warn', 'authorities.read', { ...report, problem: inEnglish(problem) }),
    ),
  );

  const network = new AppNetwork({ settings, secretBox, environment, systemProxy, policy: values });
  const auditing = new Auditing({
    folder,
    settings,
    clock,
    version,
    historyKey,
    who,
    witnesses: ports.witnesses,
    authorities: (host) => authoritiesFor(host, network.settings, trustOf(values)),
    onProblem: ({ detail }) => logs.event('warn', 'audit.not-noted', { detail }),
  });
  using unfinished = new DisposableStack();
  unfinished.defer(() => void auditing.close());
  const { record } = auditing;

  const ways = waysOut({
    settings,
    secretBox,
    policy: values,
    network,
    clock,
    record,
    transfer: ports.transfer,
    onPause: (host, end) => logPause(logs, 'storage.paused', { host }, end),
  });
  const { connections, storageHosts, transfer, pauses } = ways;

  // The folder is locked: no check is under way.
  const ids = new KeptIds({ folder, keys: () => idKeysOf([secretBox, sessionBox, formerBox]), settings, logs });
  const doors = new Doors({
    folder,
    settings,
    clock,
    version,
    machine: who.machine,
    box: secretBox,
    environment,
    policy: values,
    connections,
    transfer,
    ids,
    auditing,
    logs,
    closing: closing.signal,
  });
  const { team, sharing } = doors;
  const templates = new KeptTemplates(folder, clock);
  const records = new PreparationRecords(folder);
  const preparations = new Preparations({ records, templates, clock, version });
  notePolicy(policy, { file: settings, record, log: logs });

  const fetch = ports.fetch ?? createGuardedFetch((options) => network.requests.agent(undefined, options));
  const reports = new Reports(join(folder, 'reports'), { fetch, clock, log: logs.request });
  const reportLines = new ReportLines(settings);
  const readings = new ReportReadings(join(folder, 'report-entries'), freeBytesIn);
  const open = () =>
    openQueue({
      folder,
      settings,
      clock,
      logs,
      policy,
      auditing,
      sessionBox,
      environment,
      identity,
      fetch: ports.fetch,
      ...ways,
      reports,
      fence: sharing.fence,
      readReport: (store, report, signal) => readVerdict(report, { store, readings, reportLines }, signal),
      onSending: (isSending) => sharing.follow(isSending),
      compared: (bound, signal) => auditing.compared(bound, signal),
      sharedTurns: (bound) => team.turnsFor(bound),
      idsOf: (store) => ids.keeperOf(store),
      gateOf: (store, services) => doors.gateOf(store, services),
    });
  // Last, because no step that could fail may follow once the queue is open.
  const { opened, recovery } = openRecovered(folder, () => clock.now(), open, auditing.author);
  const { store, services, queue } = opened;
  const stallMs = () => transfer.stallMs;
  const batchReports = new BatchReports({
    store,
    services,
    reports,
    readings,
    reportLines,
    pauses,
    storageHosts,
    stallMs,
  });
  const approval = new PersonApproval({ policy: values, services, queue, record });
  const diagnoses = new Diagnoses({ services, logs, onGood: () => queue.releaseHolds() });

  logQueue(queue, logs, clock);
  recordEnds(queue, record);
  doors.attach(opened);
  network.subscribe(({ settings: { proxy }, events }) => {
    for (const event of events) record(event);
    logs.event('info', 'network.changed', { proxy: proxy.mode });
    queue.releaseHolds();
  });
  followEnvironment(queue, services.environmentConnection());
  const notice = recovery && recoveryNotice(recovery);
  if (notice !== undefined) logs.event('warn', 'queue.recovered', { detail: notice.detail });
  const keptData = new KeptData({
    folder,
    settings,
    clock,
    store,
    queue,
    logs,
    record,
    areReportsManaged: policy.values.retention?.reports !== undefined,
  });
  unfinished.move();
  return {
    ...ways,
    ...opened,
    policy,
    settings,
    clock,
    logs,
    auditing,
    ids,
    team,
    sharing,
    templates,
    preparations,
    reports,
    batchReports,
    reportLines,
    approval,
    diagnoses,
    notice,
    keptData,
    closing,
    /** The data folder, the log and what listens to the process, to be let go of in turn at the very end. */
    taken: taken.move(),
  };
}
