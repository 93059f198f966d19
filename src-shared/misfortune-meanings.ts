/** @file What the misfortunes of the practice tenant mean, with their keys, for help texts. */

import { fact } from './languages/fact.ts';

/** The shapes in which it can write its report. */
export const reportShapes = [
  'json-lines',
  'json-list',
  'json-object',
  'json-flat',
  'json-by-id',
  'csv',
  'csv-semicolons',
  'csv-tabs',
  'utf-16',
  'json-lines-gzip',
  'json-object-gzip',
  'csv-gzip',
  'text',
  'html',
  'cut-off',
  'cut-off-gzip',
  'gzip-bomb',
  'wrong-lines',
  'large-entries',
  'deep-nesting',
  'million-entries',
] as const;
export type ReportShape = (typeof reportShapes)[number];

/** The meaning of each misfortune with its keys, for help texts. */
export const misfortuneMeanings = {
  'scan-fails': fact('the scan rejects the file: state ERROR [times]'),
  'processing-error': fact('the processing of a valid batch ends in state ERROR [times]'),
  'unknown-state': fact('the batch passes through a state that is not documented [state, times]'),
  'early-state': fact(
    'the service says this state before the file has arrived, by default VALIDATION_STARTED [state, times]',
  ),
  'unknown-before-arrival': fact('the service does not know the batch before its file has arrived: 404 [times]'),
  'forget-batch': fact('the storage accepts the file, but the service never knows the batch [times]'),
  'report-shape': fact('the report is written in another way, whole or broken: {shapes} [shape, times]', {
    shapes: reportShapes.join(', '),
  }),
  'expire-upload-url': fact(
    'the upload address is valid for this many seconds; 0 = expired when issued [seconds, times]',
  ),
  'drop-put-after': fact('the connection breaks once this much of a larger file has arrived [bytes, times]'),
  'stall-put-after': fact('nothing more is read once this much of a larger file has arrived [bytes, times]'),
  'swallow-put-reply': fact('the file is stored, then the connection breaks without a reply [times]'),
  'storage-status': fact(
    'the storage answers this status, before it reads the file or after=body [status, code, retryAfterSeconds, after, endpoint, times]',
  ),
  'redirect-upload': fact(
    'the storage answers 307: to=storage accepts the file, to=elsewhere is another host, to=circle never ends [to, times]',
  ),
  'foreign-address': fact(
    'the service was taken over: its addresses begin with to, such as https://10.0.0.5, by default those of uploads, with of=report those of reports [to, of, every, times]',
  ),
  'redirect-report': fact(
    'the storage answers 307 to a request for a report, with an address that begins with to [to, times]',
  ),
  'slow-upload': fact('the storage reads the file no faster than this [bytesPerSecond, times]'),
  'service-status': fact('the service answers this status [status, endpoint, asHtml, every, times]'),
  'rate-limit': fact(
    'the service answers 429, with every=n only to each n-th request [retryAfterSeconds, endpoint, every, times]',
  ),
  'swallow-reply': fact('the service does what it was asked, then the connection breaks [endpoint, every, times]'),
  'rules-fail': fact('the execution of rules ends in status FAILED [times]'),
  'reject-token': fact('the service answers 401 to a valid token [every, times]'),
  forbid: fact('the service answers 403 [endpoint, times]'),
  'bad-json': fact('the service answers 200 with incomplete JSON [endpoint, times]'),
  slow: fact('the answer takes this long [milliseconds, endpoint, every, times]'),
};
