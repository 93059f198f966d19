/** @file Errors of a batch: its upload (§2.1, §4), and what the service reports about it (§2.5, §3). */

import prettyBytes from 'pretty-bytes';
import prettyMilliseconds from 'pretty-ms';
import { kind, pauseInWords } from './wording.ts';

export const batchErrors = {
  'upload.address-expired': kind(true, () => ({
    title: 'The upload address has expired',
    detail: 'The storage no longer accepts the address that the service had issued.',
    remedy: 'Tranship asks the service for a new address by itself.',
  })),
  'upload.refused': kind<{ status: number; reason: string }>(false, ({ status, reason }) => ({
    title: 'The storage refused the upload',
    detail: `The storage answered ${status}: ${reason}`,
    remedy:
      'Tranship tried several times, also with new addresses. Pass this sentence on to the provider, then try again.',
  })),
  'upload.declined': kind<{ status: number; reason: string }>(true, ({ status, reason }) => ({
    title: 'The storage refused the upload',
    detail: `The storage answered ${status}: ${reason}`,
    remedy: 'Tranship tries this address a few times more, then finds out what arrived or asks for a new address.',
  })),
  'upload.conflict': kind(false, () => ({
    title: 'The storage holds another object already',
    detail: 'The storage already held an object at a fresh upload address, before anything was sent.',
    remedy: 'Try again: a new address is asked for then. Tell the provider if it happens once more.',
  })),
  'upload.redirected': kind<{ host: string }>(false, ({ host }) => ({
    title: 'The storage sent the upload elsewhere',
    detail: `The storage sent the upload on to ${host}. Tranship follows one such step, and only within the same storage.`,
    remedy: 'Try again later; if it happens once more, pass the sentence above on to the provider.',
  })),
  'upload.busy': kind<{ status: number; reason: string; retryAfter?: number }>(
    true,
    ({ status, reason, retryAfter = 0 }) => ({
      title: 'The storage is busy',
      detail: `The storage answered ${status}: ${reason}`,
      remedy: `Tranship tries again by itself ${pauseInWords(retryAfter)}.`,
    }),
  ),
  'upload.stalled': kind<{ seconds: number }>(true, ({ seconds }) => ({
    title: 'The upload stood still',
    detail: `Not a byte moved for ${seconds} s.`,
    remedy: 'Tranship starts this batch again by itself.',
  })),
  'upload.too-slow': kind<{ bytes: number; bytesPerSecond: number; lifetimeSeconds: number }>(
    true,
    ({ bytes, bytesPerSecond, lifetimeSeconds }) => ({
      title: 'The line is too slow for a batch of this size',
      detail: `At ${prettyBytes(bytesPerSecond)}/s the ${prettyBytes(bytes)} of this batch would take longer than an upload address lasts (${prettyMilliseconds(1000 * lifetimeSeconds)}), so it was not started.`,
      remedy: 'Tranship starts it when the line is faster. If it stays slow, send the file again in smaller batches.',
    }),
  ),
  'upload.interrupted': kind(true, () => ({
    title: 'The upload was interrupted',
    detail: 'Tranship was closed, or stopped, while this batch was being sent.',
    remedy: 'Tranship finds out what arrived, and goes on by itself.',
  })),
  'batch.refused': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The service found invalid transactions',
    detail:
      reason === '' ? 'The batch did not pass the validation.' : `The batch did not pass the validation: ${reason}`,
    remedy: 'Open the validation report, correct the lines it names and send them again.',
  })),
  'batch.failed': kind<{ reason: string }>(false, ({ reason }) => ({
    title: 'The service could not process the batch',
    detail: reason === '' ? 'The service reports an error without a reason.' : `The service reports: ${reason}`,
    remedy: 'Try again, or pass the sentence above on to the provider.',
  })),
  'batch.unknown': kind<{ hours: number }>(false, ({ hours }) => ({
    title: 'The service does not know the batch',
    detail: `The storage accepted the batch, but the service has not known it for ${hours} h.`,
    remedy: 'Ask the provider about this batch id, or try again.',
  })),
  'batch.doubtful': kind<{ hours: number; state: string }>(false, ({ hours, state }) => ({
    title: 'Nobody can say whether the batch arrived',
    detail: `The storage’s answer was lost, and for ${hours} h the service has said no more than ${state}.`,
    remedy: 'Ask the provider about this batch id first. Trying again sends the same lines under a new id.',
  })),
  'batch.unproven': kind<{ batchId: string; minutes: number; state: string }>(false, ({ batchId, minutes, state }) => ({
    title: 'It is not known whether the batch arrived',
    detail: `The last part of the batch was sent, but no answer of the storage came, and the upload address is no longer valid. For ${minutes} min the service has ${state === '' ? 'not known the batch' : `said no more than ${state}, which does not prove that it has the file`}.`,
    remedy: `Ask the provider whether batch ${batchId} arrived. If it did, wait: Tranship keeps asking and goes on by itself. If it did not, send it again: it gets a new id. If it arrived after all, its transactions are then in twice.`,
    remedyInTerminal: `Ask the provider whether batch ${batchId} arrived. If it did, wait: “tranship work” keeps asking and goes on by itself. If it did not, send it again with “tranship queue retry”: it gets a new id. If it arrived after all, its transactions are then in twice.`,
  })),
  'batch.arrived-after-all': kind<{ batchId: string; state: string; replacedBy: string }>(
    false,
    ({ batchId, state, replacedBy }) => ({
      title: 'A batch that was given up has arrived',
      detail: `The service now says ${state} of batch ${batchId}. Its transactions ${replacedBy === '' ? 'were to be' : 'were'} sent again${replacedBy === '' ? '' : ` as batch ${replacedBy}`}, so they may be in twice.`,
      remedy: 'Tell the provider both batch ids, and ask which of them counts.',
    }),
  ),
  'report.none': kind<{ id: string }>(false, ({ id }) => ({
    title: 'There is no report',
    detail: `The service has not offered a validation report for the batch ${id}.`,
    remedy: 'A report exists only for batches that the service refused.',
  })),
  'report.refused': kind<{ status: number }>(true, ({ status }) => ({
    title: 'The storage does not hand out the report',
    detail: `The storage of the validation report answered ${status}, and no report came.`,
    remedy: 'Tranship asks again a few times by itself. If no report comes, ask the provider for it.',
    remedyOnceEnded: 'Try again in a few minutes. If no report comes, ask the provider for it.',
  })),
};
