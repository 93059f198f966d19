/** @file Errors of a batch: its upload (§2.1, §4), and what the service reports about it (§2.5, §3). */

import { duration, size, speed } from '../quantities.ts';
import { kind, pauseInWords } from './wording.ts';

export const batchErrors = {
  'upload.address-expired': kind(true, 'The upload address has expired', () => ({
    detail: 'The storage no longer accepts the address that the service had issued.',
    remedy: 'Tranship asks the service for a new address by itself.',
  })),
  'upload.refused': kind<{ status: number; reason: string }>(
    false,
    'The storage refused the upload',
    ({ status, reason }) => ({
      detail: `The storage answered ${status}: ${reason}`,
      remedy:
        'Tranship has tried several times, also with new upload addresses. Send the sentence above to the provider, then try again.',
    }),
  ),
  'upload.declined': kind<{ status: number; reason: string }>(
    true,
    'The storage refused the upload',
    ({ status, reason }) => ({
      detail: `The storage answered ${status}: ${reason}`,
      remedy:
        'Tranship tries this upload address a few more times by itself. Then it checks what arrived, or asks for a new address.',
    }),
  ),
  'upload.conflict': kind(false, 'The storage already has another object', () => ({
    detail: 'At a new upload address, the storage already had an object before anything was sent.',
    remedy: 'Try again: Tranship then asks for a new upload address. If it happens again, tell the provider.',
  })),
  'upload.redirected': kind<{ host: string }>(false, 'The storage redirected the upload', ({ host }) => ({
    detail: `The storage redirected the upload to ${host}. Tranship follows one redirect, and only within the same storage.`,
    remedy: 'Try again later. If it happens again, send the sentence above to the provider.',
  })),
  'upload.unsafe-address': kind<{ host: string; danger: string }>(
    false,
    'The service named an address that is not safe',
    ({ host, danger }) => ({
      detail: `The service wants the file sent to an address at ${host === '' ? 'no host' : host}, which ${danger}. Nothing was sent there.`,
      remedy:
        'Tell the provider the sentence above. If the storage really is in the bank’s own network, IT can allow that for this connection.',
      remedyInTerminal:
        'Tell the provider the sentence above. If the storage really is in the bank’s own network, allow that with “tranship connection hosts NAME --private”.',
    }),
  ),
  'upload.other-host': kind<{ connection: string; host: string; kept: string }>(
    false,
    'The service named another storage host',
    ({ connection, host, kept }) => ({
      detail: `The service wants the file sent to ${host}. So far, the files of “${connection}” went to ${kept === '' ? 'no host that was confirmed' : kept}. Nothing was sent to the other host.`,
      remedy: 'Ask the provider whether this host is theirs. If it is, allow it, and what waits is sent.',
      remedyInTerminal: `Ask the provider whether this host is theirs. If it is, allow it with “tranship connection hosts "${connection}" --allow ${host}”.`,
    }),
  ),
  'upload.host-refused': kind<{ connection: string; host: string; kept: string }>(
    false,
    'The storage hosts of this connection are fixed',
    ({ connection, host, kept }) => ({
      detail: `The service wants the file sent to ${host}. The files of “${connection}” may go only to ${kept === '' ? 'no host at all' : kept}. Nothing was sent to the other host.`,
      remedy: 'Tell the provider. Only IT can change the list.',
      remedyInTerminal: `Tell the provider. The list is changed with “tranship connection hosts "${connection}" --allow ${host}”.`,
    }),
  ),
  'report.unsafe-address': kind<{ host: string; danger: string }>(
    true,
    'The report is at an address that is not safe',
    ({ host, danger }) => ({
      detail: `The service offers the report at ${host === '' ? 'no host' : host}, an address which ${danger}. It was not fetched.`,
      remedy: 'Tell the provider the sentence above. Tranship asks for another address once an hour.',
    }),
  ),
  'report.other-host': kind<{ connection: string; host: string; kept: string }>(
    true,
    'The report is at another host',
    ({ connection, host, kept }) => ({
      detail: `The service offers the report at ${host}. So far, the files of “${connection}” went to ${kept === '' ? 'no host that was confirmed' : kept}. The report was not fetched.`,
      remedy:
        'Ask the provider whether this host is theirs. If it is, IT can allow it; the report then comes by itself.',
      remedyInTerminal: `Ask the provider whether this host is theirs. If it is, allow it with “tranship connection hosts "${connection}" --allow ${host}”.`,
    }),
  ),
  'upload.busy': kind<{ status: number; reason: string; retryAfter?: number }>(
    true,
    'The storage is busy',
    ({ status, reason, retryAfter = 0 }) => ({
      detail: `The storage answered ${status}: ${reason}`,
      remedy: `Tranship tries again by itself ${pauseInWords(retryAfter)}.`,
    }),
  ),
  'upload.stalled': kind<{ seconds: number }>(true, 'The upload stalled', ({ seconds }) => ({
    detail: `No data was transferred for ${seconds} s.`,
    remedy: 'Tranship starts this batch again by itself.',
  })),
  'upload.too-slow': kind<{ bytes: number; bytesPerSecond: number; lifetimeSeconds: number }>(
    true,
    'The network is too slow for a batch of this size',
    ({ bytes, bytesPerSecond, lifetimeSeconds }) => ({
      detail: `At ${speed(bytesPerSecond)}, the ${size(bytes)} of this batch would take longer than an upload address is valid (${duration(1000 * lifetimeSeconds)}), so the upload was not started.`,
      remedy:
        'Tranship starts the upload by itself when the network is faster. If it stays slow, send the file again in smaller batches.',
    }),
  ),
  'upload.interrupted': kind(true, 'The upload was interrupted', () => ({
    detail: 'Tranship was closed or stopped while it was sending this batch.',
    remedy: 'Tranship checks what arrived and continues by itself.',
  })),
  'batch.repeated-id': kind<{ batchId: string }>(true, 'The service gave a batch id twice', ({ batchId }) => ({
    detail: `For this batch the service gave the id ${batchId}, which belongs to another upload. Nothing was sent to it.`,
    remedy:
      'Tranship asks for another id a few times by itself. If the service keeps giving one that is in use, send the sentence above to the provider, then try again.',
    remedyOnceEnded:
      'Send the sentence above to the provider. Once the service gives new ids, send the batch again with “tranship queue retry”.',
  })),
  'batch.refused': kind<{ reason: string }>(false, 'The service found invalid transactions', ({ reason }) => ({
    detail:
      reason === '' ? 'The batch did not pass the validation.' : `The batch did not pass the validation: ${reason}`,
    remedy: 'Open the report, correct the lines it names and send them again.',
  })),
  'batch.failed': kind<{ reason: string }>(false, 'The service could not process the batch', ({ reason }) => ({
    detail: reason === '' ? 'The service reports an error without a reason.' : `The service reports: ${reason}`,
    remedy: 'Try again, or send the sentence above to the provider.',
  })),
  'batch.unknown': kind<{ hours: number }>(false, 'The service does not know the batch', ({ hours }) => ({
    detail: `The storage accepted the batch, but for ${hours} h the service has not known it.`,
    remedy: 'Ask the provider about this batch id, or try again.',
  })),
  /** No longer written; queues of earlier versions hold batches that ended with it. */
  'batch.doubtful': kind<{ hours: number; state: string }>(
    false,
    'It is not known whether the batch arrived',
    ({ hours, state }) => ({
      detail: `The storage’s answer was lost, and for ${hours} h the service has said no more than ${state}.`,
      remedy: 'Ask the provider about this batch id first. Trying again sends the same lines under a new id.',
    }),
  ),
  'batch.unproven': kind<{ batchId: string; minutes: number; state: string }>(
    false,
    'It is not known whether the batch arrived',
    ({ batchId, minutes, state }) => ({
      detail: `The last part of the batch was sent, but the storage never confirmed it, and the upload address is no longer valid. For ${minutes} min the service has ${state === '' ? 'not known the batch' : `said no more than ${state}, which does not prove that it has the file`}.`,
      remedy: `Ask the provider whether batch ${batchId} arrived. If it did, wait: Tranship keeps asking the service and continues by itself. If it did not, send it again: it gets a new id. If the first upload did arrive, its transactions are then at the service twice.`,
      remedyInTerminal: `Ask the provider whether batch ${batchId} arrived. If it did, wait: “tranship work” keeps asking the service and continues by itself. If it did not, send it again with “tranship queue retry”: it gets a new id. If the first upload did arrive, its transactions are then at the service twice.`,
    }),
  ),
  'batch.arrived-after-all': kind<{ batchId: string; state: string; replacedBy: string }>(
    false,
    'An abandoned batch did arrive',
    ({ batchId, state, replacedBy }) => ({
      detail: `The service now says ${state} of batch ${batchId}. Its transactions ${replacedBy === '' ? 'were to be' : 'were'} sent again${replacedBy === '' ? '' : ` as batch ${replacedBy}`}, so they may be at the service twice.`,
      remedy: 'Tell the provider both batch ids, and ask which of them counts.',
    }),
  ),
  'report.none': kind<{ id: string }>(false, 'There is no report', ({ id }) => ({
    detail: `The service has not provided a report on the batch ${id}.`,
    remedy: 'A report exists only for batches that the service refused.',
  })),
  'report.no-room': kind<{ folder: string; bytes: number }>(
    true,
    'There is no room for the report',
    ({ folder, bytes }) => ({
      detail: `The report was not fetched, because less than ${size(bytes)} would have been left free in ${folder}.`,
      remedy: 'Free some space on this disk. Tranship then fetches the report by itself.',
      remedyOnceEnded: 'Free some space on this disk, then try again.',
    }),
  ),
  'report.too-large': kind<{ limit: number }>(false, 'The report is too large', ({ limit }) => ({
    detail: `The report has more than ${size(limit)}, so it was not kept.`,
    remedy:
      'Ask the provider for it. Such a report usually names every line: correct what it says about the first ones, and send the file again.',
  })),
  'report.unreadable': kind<{ reason: string }>(true, 'The report could not be read', ({ reason }) => ({
    detail: `Reading the report broke off: ${reason}. The report itself is kept as it came.`,
    remedy: 'Try again. If it happens again, save the report and ask your IT to look at it.',
  })),
  'report.refused': kind<{ status: number }>(true, 'The storage did not deliver the report', ({ status }) => ({
    detail: `The storage answered ${status} instead of the report.`,
    remedy: 'Tranship asks again a few times by itself. If no report comes, ask the provider for it.',
    remedyOnceEnded: 'Try again in a few minutes. If no report comes, ask the provider for it.',
  })),
};
