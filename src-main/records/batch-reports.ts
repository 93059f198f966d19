/** @file The report on one batch: kept already, or fetched when somebody asks for it, and what it says by line. */

import { AppError } from '../../src-shared/errors.ts';
import type { RemoteServices } from '../connections/remote-services.ts';
import { reachOfReport } from '../send/effects.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { fetchReport } from '../wire/following/fetch-report.ts';
import type { Reports } from '../wire/following/report.ts';
import { withWrongClock } from '../wire/service/service-clock.ts';
import type { StorageHosts } from '../wire/transfer/storage-hosts.ts';
import type { StoragePauses } from '../wire/transfer/storage-pauses.ts';
import { type BatchReading, readingOf } from './batch-reading.ts';
import { batchWithReport } from './batch-with-report.ts';
import type { ReportLines } from './reports/report-lines.ts';
import type { ReportReadings } from './reports/report-readings.ts';

export interface BatchReportsPorts {
  store: QueueStore;
  services: Pick<RemoteServices, 'clientFor' | 'wrongClock'>;
  reports: Reports;
  readings: ReportReadings;
  reportLines: ReportLines;
  pauses: StoragePauses;
  storageHosts: StorageHosts;
  /** How long a transfer may stand still. */
  stallMs: () => number;
}

export class BatchReports {
  readonly #ports: BatchReportsPorts;

  constructor(ports: BatchReportsPorts) {
    this.#ports = ports;
  }

  /**
   * The path of the report on a batch, fetched if it is not kept yet.
   * @param which the number of the batch, or its batch id
   * @throws AppError queue.unknown-id, report.none, and what the service and the network throw
   */
  async path(which: number | string, signal: AbortSignal): Promise<string> {
    return (await this.#reportOn(which, signal)).reportPath;
  }

  /** What that report says, by line. @throws as `path`, and AppError report.unreadable, disk.full */
  async reading(which: number | string, signal: AbortSignal): Promise<BatchReading> {
    return await readingOf(await this.#reportOn(which, signal), this.#ports, signal);
  }

  async #reportOn(which: number | string, signal: AbortSignal): Promise<Omit<BatchReading, 'lines' | 'table'>> {
    const { store, services, reports, pauses, storageHosts, stallMs } = this.#ports;
    const { batch, submission, id } = batchWithReport(store, which);
    const kept = await reports.find(id);
    if (kept !== undefined) return { batch, submission, reportPath: kept };
    const fetched = await fetchReport(
      { service: services.clientFor(submission), signal, batchId: id, destination: submission.destination },
      { reports, pauses, stallMs: stallMs(), reachOf: (address) => reachOfReport(storageHosts, submission, address) },
    ).catch((thrown: unknown) => {
      throw thrown instanceof AppError ? withWrongClock(thrown, services.wrongClock(submission)) : thrown;
    });
    if (fetched === undefined) throw new AppError('report.none', { id });
    return { batch, submission, reportPath: fetched };
  }
}
