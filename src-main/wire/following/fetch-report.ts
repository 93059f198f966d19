/** @file Fetches the report of a batch: asks the service for its address, and the storage for its bytes when it may be asked. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { Reach } from '../service/named-address.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { BatchId } from '../service/wire.ts';
import type { StoragePauses } from '../transfer/storage-pauses.ts';
import type { Reports } from './report.ts';

export interface ReportQuestion {
  service: Pick<ServiceClient, 'validationResult'>;
  batchId: BatchId;
  /** Where the submission of the batch is bound to. */
  destination: string;
  signal: AbortSignal;
}

export interface ReportWay {
  reports: Pick<Reports, 'keep'>;
  /** Of all that is fetched from the storages and sent there. */
  pauses: StoragePauses;
  /** A download in which nothing moves for so long is given up. */
  stallMs: number;
  /** Where the report may be fetched from. @throws AppError report.unsafe-address, report.other-host, report.unconfirmed-host */
  reachOf: (address: string) => Promise<Reach>;
}

/**
 * The path where the report is kept now; undefined when the service offers none. During a pause that the storage asked
 * for, nothing is asked.
 * @throws AppError service.unavailable, which says for how long; what `reachOf`, the service and `Reports.keep` throw
 */
export async function fetchReport(
  { service, batchId, destination, signal }: ReportQuestion,
  { reports, pauses, stallMs, reachOf }: ReportWay,
): Promise<string | undefined> {
  refuseDuringPause(pauses, destination);
  const { reportUrl } = await service.validationResult(batchId, signal);
  if (reportUrl === undefined) return undefined;
  const reach = await reachOf(reportUrl);
  const { host } = new URL(reportUrl);
  pauses.note('report', destination, host);
  // This address may lead to another host than the last one did.
  refuseDuringPause(pauses, destination);
  try {
    return await reports.keep(batchId, reportUrl, { signal, stallMs, reach });
  } catch (thrown) {
    pauses.hear(host, thrown);
    throw thrown;
  }
}

function refuseDuringPause(pauses: StoragePauses, destination: string): void {
  const pause = pauses.of('report', destination);
  if (pause === undefined) return;
  throw new AppError('service.unavailable', {
    endpoint: fact('The report storage'),
    status: pause.status,
    reason: fact('it asked for a pause, which is not over yet'),
    retryAfter: Math.ceil(pause.milliseconds / 1000),
  });
}
