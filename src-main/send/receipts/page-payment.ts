/** @file The page of one payment: what became of it in a sentence to sign, what was sent, where it went, and how that is proven. Pure. */

import { connectionInWords } from '../../../src-shared/connection-words.ts';
import type { ReadKind } from '../../../src-shared/history.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { leftOutLineInWords } from '../../../src-shared/left-out.ts';
import type { PaymentPlace } from '../../../src-shared/payment-shapes.ts';
import { becameInWords, decisivePlace, paymentInWords, wasSent } from '../../../src-shared/payment-words.ts';
import { linkedInWords, notSearchedInWords } from '../../../src-shared/place-words.ts';
import { rowInWords } from '../../../src-shared/row-place.ts';
import { practiceInWords } from '../../../src-shared/statement-words.ts';
import { lineInWords } from '../../../src-shared/value-words.ts';
import type { ReceiptEntry } from '../receipt.ts';
import { html, type Markup, sentence } from './markup.ts';
import { doubledInWords } from './page-batches.ts';
import { historyTable } from './page-history.ts';
import { type FlawInWords, proofSection } from './page-proof.ts';
import { blockTable, code, factTable, linesForHands, moment } from './page-source.ts';
import type { SignedPaymentReceipt } from './payment-receipt.ts';
import { doubtOf, page } from './receipt-page.ts';

/** With more, only these are on paper; the JSON has all. */
const MOST_PLACES = 25;

export function paymentPage(receipt: SignedPaymentReceipt, flawInWords: FlawInWords): string {
  const { modificationId, places, history, source, unsearched } = receipt;
  const shown = places.slice(-MOST_PLACES);
  const doubled = places.flatMap(({ batch }) => (batch?.doubled === undefined ? [] : [batch.doubled]));
  const said = sentence((slot) => paymentInWords(places, ({ fileName }) => slot(html`<bdi>${fileName}</bdi>`)));
  return page({
    title: message('Receipt of the payment {id}', { id: modificationId }),
    fileName: source.fileName,
    issued: receipt.issued,
    practice: practiceInWords([source]),
    outcome: html`${said}${doubled.map((ids) => html`<br>${doubledInWords(ids)}`)}`,
    doubt: doubtOf(receipt),
    content: [
      paymentSection(receipt),
      html`<h2>${message('Where it went')}</h2>`,
      placeTable(shown),
      places.length > shown.length
        ? html`<p class="small">${message('The last {shown, number} of {all, number} places; all of them are in the JSON.', { shown: shown.length, all: places.length })}</p>`
        : html``,
      unsearched > 0 ? html`<p class="trouble">${notSearchedInWords(unsearched)}</p>` : html``,
      html`<h2>${message('SHA-256 of what went')}</h2>`,
      factTable(shown.filter(wasSent).map(digestsOf)),
      computing(receipt),
      html`<h2>${message('What happened')}</h2>`,
      html`<p class="small">${message('Decisions, and what the service and the storage said. Each single step is in the JSON.')}</p>`,
      historyTable(history.filter(isTold), new Map(), new Set(places.map(({ submission }) => submission)).size > 1),
      proofSection(receipt, flawInWords),
      linesForHands(),
    ],
  });
}

/** Steps between them take room, and say nothing of a payment. */
const steps: ReadonlySet<ReadKind> = new Set<ReadKind>(['added', 'begin', 'reserved', 'last-block']);

const isTold = ({ kind }: ReceiptEntry): boolean => !steps.has(kind);

function paymentSection({ payment, places }: SignedPaymentReceipt): Markup {
  const place = decisivePlace(places);
  const title =
    place === undefined
      ? message('The payment')
      : message('The payment, as line {line, number} of {fileName}', { line: place.line, fileName: place.fileName });
  const heading = html`<h2>${title}</h2>`;
  if (payment === undefined)
    return html`${heading}<p>${message('The line cannot be shown: its file is gone, has changed, or was removed, or the line is very long.')}</p>`;
  const fields = lineInWords(payment);
  if (fields === undefined) return html`${heading}<p>${code(payment)}</p>`;
  return html`${heading}<div class="fields">${factTable(
    fields.map(({ name, value }) => [name, html`<bdi>${value}</bdi>`]),
  )}</div>`;
}

function placeTable(places: readonly PaymentPlace[]): Markup {
  const columns = [
    { heading: message('Line') },
    { heading: message('Batch id') },
    { heading: message('Arrived') },
    { heading: message('What became of it') },
  ];
  return blockTable(
    columns,
    places.map((place) => [
      html`${sentence((slot) => message('line {line, number} of {fileName}', { line: place.line, fileName: slot(html`<bdi>${place.fileName}</bdi>`) }))}<br><span class="small">${message('submission {submission}', { submission: `${place.submission}` })}, ${connectionInWords(place.connection)}</span>`,
      place.batch?.batchId && code(place.batch.batchId),
      place.arrivedAt === undefined ? wasSent(place) && message('not proven') : moment(place.arrivedAt),
      html`${becameInWords(place)}${notesOf(place, places).map((note) => html`<br><span class="small">${note}</span>`)}`,
    ]),
  );
}

const notesOf = (place: PaymentPlace, places: readonly PaymentPlace[]): string[] => [
  ...(place.leftOut === undefined ? [] : [leftOutLineInWords(place.leftOut)]),
  ...linkedInWords(place, places),
  ...(place.row === undefined ? [] : [rowInWords(place.row)]),
  ...(place.isConfirmed
    ? []
    : [
        message(
          'The line can no longer be read here: the file is gone, has changed, or was removed. The index of ids tells its number.',
        ),
      ]),
  ...(place.isRemoved ? [message('Removed from the queue')] : []),
];

/** What an auditor can compute again from the file. */
function digestsOf(place: PaymentPlace): readonly [string, Markup] {
  const { line, fileName, fileSha256, bytes, batch } = place;
  const unknown = message('not known');
  const digests = [
    sentence((slot) =>
      message('line: {sha256}, bytes {start, number} to {end, number}', {
        ...{ start: bytes?.start ?? 0, end: bytes?.end ?? 0, sha256: slot(code(bytes?.sha256 ?? unknown)) },
      }),
    ),
    sentence((slot) =>
      message('batch: {sha256}, of which it is line {line, number} of {lines, number}', {
        ...{ line: batch?.line ?? 0, lines: batch?.lines ?? 0, sha256: slot(code(batch?.sha256 ?? unknown)) },
      }),
    ),
    sentence((slot) => message('file: {sha256}', { sha256: slot(code(fileSha256 ?? unknown)) })),
  ];
  return [
    message('Line {line, number} of {fileName}', { line, fileName }),
    html`${digests.filter((_, at) => [bytes, batch, true][at] !== undefined).map((words) => html`<div>${words}</div>`)}`,
  ];
}

/** Once, for all of them. */
function computing({ places }: SignedPaymentReceipt): Markup {
  const place = decisivePlace(places);
  return html`<p class="small">${sentence((slot) =>
    message('To compute the SHA-256 of a line, with its line end, on Linux or macOS: {command}.', {
      command: slot(code(`sed -n ${place?.line ?? 1}p FILE | shasum -a 256`)),
    }),
  )}</p>`;
}
