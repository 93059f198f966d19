/** @file Performs the effects of the state machine and says what came of them as the next event. */

import { stat } from 'node:fs/promises';
import type { Agent } from 'node:http';
import type { WrongClock } from '../../src-shared/error-words/wrong-clock.ts';
import { AppError, assertNever, type ErrorRecord, toAppError } from '../../src-shared/errors.ts';
import { type Clock, SECOND } from '../ground/clock.ts';
import type { LogRequest } from '../ground/logs/request-log.ts';
import type { SealContext, SecretBox } from '../wire/credentials/secret-box.ts';
import { fetchReport } from '../wire/following/fetch-report.ts';
import type { Reports } from '../wire/following/report.ts';
import type { Reach } from '../wire/service/named-address.ts';
import type { ServiceClient } from '../wire/service/service-client.ts';
import { withWrongClock } from '../wire/service/service-clock.ts';
import type { BatchId } from '../wire/service/wire.ts';
import { addressLifetime, placeOf } from '../wire/transfer/address.ts';
import type { Line } from '../wire/transfer/bandwidth.ts';
import { putRange } from '../wire/transfer/put.ts';
import type { StorageHosts } from '../wire/transfer/storage-hosts.ts';
import type { StoragePauses } from '../wire/transfer/storage-pauses.ts';
import type { PutOutcome } from '../wire/transfer/storage-reply.ts';
import type { TransferSettings } from '../wire/transfer/transfer-settings.ts';
import type { Batch } from './batch.ts';
import type { Addressed, ReportSaid } from './machine/events.ts';
import type { BatchEvent, Effect } from './machine/machine.ts';
import { underOwnName } from './own-name.ts';
import type { ApprovedSubmission, Submission } from './submission.ts';

export interface EffectPorts {
  clock: Clock;
  box: SecretBox;
  reports: Reports;
  /** Reads what a report that is kept says of the lines of its batch. @throws AppError report.unreadable, disk.full */
  readReport: (report: ReportOfBatch, signal: AbortSignal) => Promise<ReportSaid>;
  /** The client of the connection a submission is bound to. @throws AppError connection.*, auth.no-secret, secret.* */
  serviceFor: (submission: Submission) => Promise<ServiceClient>;
  /** How wrong this computer’s clock is, for errors that this may explain. */
  wrongClock?: (submission: Submission) => WrongClock;
  /** The line that all uploads over a connection share. */
  lineOf: (connection: string) => Line;
  /** The way to the storage; by default the direct one. */
  agent?: Agent;
  log?: LogRequest;
  /** Learns for how long each storage asks to be left alone. */
  pauses: StoragePauses;
  /** Decides where files may go to, and reports may come from. */
  destinations: Pick<StorageHosts, 'admit'>;
  transferSettings: () => TransferSettings;
}

export interface ReportOfBatch {
  batch: Batch;
  submission: Submission;
  /** Where it is kept. */
  reportPath: string;
}

/** A storage that puts two gigabytes together may think longer about it than a line may stand still. */
const STALLS_BEFORE_REPLY = 5;

/** The effects that lead out of this process; the runner obeys the others itself. */
export type RemoteEffect = Exclude<Effect, { kind: 'abort' | 'hold-connection' }>;

export interface Performance {
  effect: RemoteEffect;
  batch: Batch;
  submission: ApprovedSubmission;
  /** Ends it at once. */
  signal: AbortSignal;
  /** Bytes of the batch handed to the network so far. */
  onSent: (sentBytes: number) => void;
  /** Stores that the last block is about to leave. @throws AppError when that cannot be stored: it must then stay here */
  onLastBlock: () => void | Promise<void>;
}

/** Asks the service what became of an id, be it that of the batch now or one that was given up. @returns and throws as `perform` */
export async function askStatus(
  performer: Pick<EffectPerformer, 'perform'>,
  { batchId, ...about }: Pick<Performance, 'batch' | 'submission'> & { batchId: BatchId },
  signal: AbortSignal,
): Promise<BatchEvent | undefined> {
  const effect = { kind: 'ask-status', batchId } as const;
  return await performer.perform({ ...about, effect, signal, onSent: () => {}, onLastBlock: () => {} });
}

export class EffectPerformer {
  readonly #ports: EffectPorts;

  constructor(ports: EffectPorts) {
    this.#ports = ports;
  }

  /**
   * The event that tells the outcome; undefined when the signal ended it and there is nothing to tell.
   * Failures that the catalogue knows are events, not exceptions.
   */
  async perform(performance: Performance): Promise<BatchEvent | undefined> {
    const { effect, batch, submission, signal } = performance;
    switch (effect.kind) {
      case 'reserve':
        return this.#orFailure(performance, 'reserve-failed', async () => {
          const service = await this.#ports.serviceFor(submission);
          const { batchId, url } = await service.generateUploadUrl({ rejectOnInvalid: !batch.ingestValid }, signal);
          const verdict = await this.#ports.destinations.admit(submission, url, 'upload');
          if (verdict.kind === 'refused') throw verdict.error;
          const held = verdict.kind === 'held' ? recordOf(verdict.error) : undefined;
          this.#ports.pauses.note('upload', submission.destination, new URL(url).host);
          const address = await this.#ports.box.seal(url, addressContext(submission, batchId));
          const host = new URL(url).origin;
          const place = placeOf(url);
          return { kind: 'reserved', batchId, address, addressLifetime: addressLifetime(url), place, host, held };
        });
      case 'upload':
        return await this.#upload(effect.delivery, performance);
      case 'ask-status':
        return this.#orFailure(performance, 'status-failed', async () => {
          const service = await this.#ports.serviceFor(submission);
          const { status, errorMessage } = await service.batchStatus(effect.batchId, signal);
          return { kind: 'status', remoteState: status, remoteMessage: errorMessage };
        });
      case 'fetch-report':
        return this.#orFailure(performance, 'report-failed', () => this.#report(effect.batchId, performance));
      default:
        return assertNever(effect);
    }
  }

  async #report(batchId: BatchId, { batch, submission, signal }: Performance): Promise<BatchEvent> {
    const { reports, readReport } = this.#ports;
    // One that was fetched before a crash, or by an earlier version; one that said nothing is fetched again.
    const kept = batch.reportError === undefined ? await reports.find(batchId) : undefined;
    const reportPath = kept ?? (await this.#fetchReport(batchId, submission, signal));
    if (reportPath === undefined) return { kind: 'report-absent' };
    const isEmpty = (await stat(reportPath)).size === 0;
    return { kind: 'report-kept', isEmpty, said: await readReport({ batch, submission, reportPath }, signal) };
  }

  async #fetchReport(batchId: BatchId, submission: Submission, signal: AbortSignal): Promise<string | undefined> {
    const service = await this.#ports.serviceFor(submission);
    const { reports, pauses, destinations, transferSettings } = this.#ports;
    return await fetchReport(
      { service, signal, batchId, destination: submission.destination },
      {
        reports,
        pauses,
        stallMs: transferSettings().stallSeconds * SECOND,
        reachOf: (address) => reachOfReport(destinations, submission, address),
      },
    );
  }

  async #upload({ address: sealed, batchId }: Addressed, performance: Performance): Promise<BatchEvent> {
    const { batch, submission, signal, onSent, onLastBlock } = performance;
    const address = await this.#ports.box.open(sealed, addressContext(submission, batchId)).catch(toAppError);
    // A key store that is locked: the address stays, and with it what can be asked of the storage.
    if (address instanceof AppError) return { kind: 'upload-failed', error: recordOf(address), bodyComplete: false };
    if (address === undefined) {
      // Sealed with a passphrase that is not at hand any more: as good as expired.
      const error = new AppError('upload.address-expired', {});
      return { kind: 'refused', error: recordOf(error), bodyComplete: false, addressOver: true };
    }
    // Again, because what is allowed may have changed since the address was issued.
    const verdict = await this.#ports.destinations.admit(submission, address, 'upload').catch(toAppError);
    if (verdict instanceof AppError) return { kind: 'upload-failed', error: recordOf(verdict), bodyComplete: false };
    if (verdict.kind === 'held') return { kind: 'upload-held', error: recordOf(verdict.error) };
    if (verdict.kind === 'refused')
      return { kind: 'refused', error: recordOf(verdict.error), bodyComplete: false, addressOver: true };
    const { host } = new URL(address);
    this.#ports.pauses.note('upload', submission.destination, host);
    const stallMs = this.#ports.transferSettings().stallSeconds * SECOND;
    const outcome = await putRange({
      address,
      reach: verdict.reach,
      signal,
      mayBeThere: batch.delivery?.mayHaveArrived === true,
      range: {
        path: submission.content,
        fileBytes: submission.check.bytes,
        start: batch.start,
        end: batch.end,
        sha256: batch.sha256,
      },
      stallMs,
      replyMs: STALLS_BEFORE_REPLY * stallMs,
      bandwidth: this.#ports.lineOf(submission.connection),
      clock: this.#ports.clock,
      agent: this.#ports.agent,
      log: this.#ports.log,
      onProgress: onSent,
      onLastBlock,
    });
    if ('error' in outcome) this.#ports.pauses.hear(host, outcome.error);
    const event = toEvent(
      'error' in outcome ? { ...outcome, error: this.#explained(outcome.error, submission) } : outcome,
    );
    return 'error' in event ? { ...event, error: underOwnName(event.error, submission) } : event;
  }

  /** Asked after the failure: the reply before it may have told the time. */
  #explained(error: AppError, submission: Submission): AppError {
    return withWrongClock(error, this.#ports.wrongClock?.(submission) ?? {});
  }

  async #orFailure(
    { signal, submission }: Pick<Performance, 'signal' | 'submission'>,
    kind: 'reserve-failed' | 'status-failed' | 'report-failed',
    work: () => Promise<BatchEvent>,
  ): Promise<BatchEvent | undefined> {
    try {
      return await work();
    } catch (thrown) {
      // An interrupted reservation goes back to where it began; a question is simply asked again later.
      if (signal.aborted) return kind === 'reserve-failed' ? { kind: 'restarted' } : undefined;
      const error = this.#explained(toAppError(thrown), submission);
      if (kind === 'status-failed' && error.code === 'service.not-found') return { kind: 'status-missing' };
      return { kind, error: recordOf(error) };
    }
  }
}

/** @throws AppError report.unsafe-address, report.other-host, report.unconfirmed-host */
export async function reachOfReport(
  destinations: EffectPorts['destinations'],
  bound: Pick<Submission, 'connection' | 'destination'>,
  address: string,
): Promise<Reach> {
  const verdict = await destinations.admit(bound, address, 'report');
  if (verdict.kind !== 'allowed') throw verdict.error;
  return verdict.reach;
}

function toEvent(outcome: PutOutcome): BatchEvent {
  switch (outcome.kind) {
    case 'accepted':
    case 'exists':
      return outcome;
    case 'refused':
      return { ...outcome, error: recordOf(outcome.error) };
    case 'failed':
      return { kind: 'upload-failed', error: recordOf(outcome.error), bodyComplete: outcome.bodyComplete };
    default:
      return assertNever(outcome);
  }
}

function recordOf(error: AppError): ErrorRecord {
  return error.toRecord();
}

/** An address opens only for the batch, and at the destination, that it was issued for. */
function addressContext({ destination }: Submission, batchId: BatchId): SealContext {
  return ['upload-address', destination, batchId];
}
