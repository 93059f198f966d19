/** @file What became of one payment, by the places where its line went: the first sentence of its receipt, to sign. Pure. */

import { type LineOutcome, outcomeWords } from './account.ts';
import { PRACTICE_CONNECTION } from './connection-shapes.ts';
import { connectionInWords } from './connection-words.ts';
import { labelled } from './languages/labelled.ts';
import { message } from './languages/message.ts';
import { leftOutLineInWords } from './left-out.ts';
import type { PaymentPlace } from './payment-shapes.ts';
import { exactMomentOf } from './quantities.ts';
import { stateInWords } from './state-words.ts';

/** What the service has of it, or may have. */
const sentOutcomes = new Set<LineOutcome | undefined>(['accepted', 'rejected', 'pending', 'unknown']);

export const wasSent = ({ outcome }: { outcome?: LineOutcome | undefined }): boolean => sentOutcomes.has(outcome);

/** What became of the line in the end: one that never went may have been left out of a correction. */
export const fateOf = (place: Pick<PaymentPlace, 'outcome' | 'leftOut'>): LineOutcome | undefined =>
  place.leftOut !== undefined && !wasSent(place) ? 'leftOut' : place.outcome;

/** That it went from another file: the state of this one is not about the payment. */
export const elsewhereInWords = ({ goesOnAs, ...place }: Pick<PaymentPlace, 'outcome' | 'goesOnAs'>) =>
  goesOnAs === undefined || wasSent(place) ? undefined : message('Not sent from this file');

/** Of what was never sent, its state says more. */
export const becameInWords = (place: Pick<PaymentPlace, 'outcome' | 'leftOut' | 'state' | 'goesOnAs'>): string => {
  const fate = fateOf(place);
  const elsewhere = elsewhereInWords(place);
  if (elsewhere !== undefined) return elsewhere;
  return fate === undefined || fate === 'unsent' ? stateInWords(place.state) : outcomeWords[fate];
};

/** The place that says what became of the payment: where it was accepted last, else where it was sent last. */
export const decisivePlace = <Place extends Pick<PaymentPlace, 'outcome'>>(places: readonly Place[]) =>
  places.findLast(({ outcome }) => outcome === 'accepted') ?? places.findLast(wasSent) ?? places.at(-1);

/**
 * Each service by itself, where it went to several.
 * @param places in the order of time; `nameOf`: how a file is called where it is read
 */
export function paymentInWords(
  places: readonly PaymentPlace[],
  nameOf: (place: { fileName: string }) => string,
): string {
  const services = [...Map.groupBy(places, ({ serviceHost, tenant }) => `${serviceHost} ${tenant}`).values()];
  const used = services.filter((own) => own.some(wasSent));
  return (used.length === 0 ? services : used)
    .map((own) => {
      const words = atOneService(own, nameOf).join(' ');
      const [{ isPractice = false, connection = '' } = {}] = own;
      const isPlain = used.length < 2 && !isPractice;
      return isPlain ? words : labelled(connectionInWords(isPractice ? PRACTICE_CONNECTION : connection), words);
    })
    .join(' ');
}

function atOneService(places: readonly PaymentPlace[], nameOf: (place: PaymentPlace) => string): string[] {
  const sent = places.filter(wasSent);
  const accepted = sent.filter(({ outcome }) => outcome === 'accepted');
  const [only, ...more] = accepted;
  if (only === undefined)
    return sent.length === 0 ? unsentInWords(places, nameOf) : sent.map((place) => sentInWords(place, nameOf));
  if (more.length > 0)
    return [
      message('The service accepted this payment {count, number} times: {places}.', {
        count: accepted.length,
        places: accepted.map((place) => `${at(place)}, ${lineOf(place, nameOf)}`).join('; '),
      }),
      ...sent.filter((place) => !accepted.includes(place)).map((place) => sentInWords(place, nameOf)),
    ];
  const before = sent.slice(0, sent.indexOf(only)).findLast(({ outcome }) => outcome === 'rejected');
  const others = sent.filter((place) => place !== only && place !== before);
  return [acceptedInWords(only, before, nameOf), ...others.map((place) => sentInWords(place, nameOf))];
}

function acceptedInWords(
  only: PaymentPlace,
  before: PaymentPlace | undefined,
  nameOf: (place: PaymentPlace) => string,
): string {
  const told = values(only, nameOf);
  if (before === undefined)
    return message('The service accepted this payment on {at}, as line {line, number} of {file}.', told);
  const lines = { at: told.at, before: lineOf(before, nameOf), place: lineOf(only, nameOf) };
  return isCorrected(before, only)
    ? message(
        'The service rejected this payment at first ({before}), and accepted it as corrected on {at} ({place}).',
        lines,
      )
    : message(
        'The service rejected this payment at first ({before}), and accepted it on {at}, when it was sent again ({place}).',
        lines,
      );
}

/** A line of a batch that was rejected for others goes again as it is. */
const isCorrected = (before: PaymentPlace, after: PaymentPlace): boolean =>
  after.submission !== before.submission &&
  before.bytes !== undefined &&
  after.bytes !== undefined &&
  before.bytes.sha256 !== after.bytes.sha256;

function sentInWords(place: PaymentPlace, nameOf: (place: PaymentPlace) => string): string {
  const told = values(place, nameOf);
  switch (place.outcome) {
    case 'rejected':
      return message('The service rejected this payment on {at}, as line {line, number} of {file}.', told);
    case 'pending':
      return message(
        'This payment was handed over on {at}, as line {line, number} of {file}, and the service has not said yet what became of it.',
        told,
      );
    default:
      return message(
        'What became of this payment as line {line, number} of {file} is not known: the service may have accepted it.',
        told,
      );
  }
}

function unsentInWords(places: readonly PaymentPlace[], nameOf: (place: PaymentPlace) => string): string[] {
  // Of a line with the same id that was left out, the one that stays is told.
  const place = places.findLast(({ leftOut }) => leftOut === undefined) ?? places.at(-1);
  if (place === undefined) return [];
  const told = values(place, nameOf);
  const { leftOut, outcome } = place;
  if (leftOut !== undefined || outcome === 'leftOut')
    return [
      message('This payment was not sent, as line {line, number} of {file}. {why}.', {
        ...told,
        why: leftOut === undefined ? outcomeWords.leftOut : leftOutLineInWords(leftOut),
      }),
    ];
  return outcome === 'invalid'
    ? [message('This payment was not sent: the check found line {line, number} of {file} faulty.', told)]
    : [message('This payment is not sent yet. It is line {line, number} of {file}.', told)];
}

const values = (place: PaymentPlace, nameOf: (place: PaymentPlace) => string) => ({
  at: at(place),
  line: place.line,
  file: nameOf(place),
});

const lineOf = (place: PaymentPlace, nameOf: (place: PaymentPlace) => string): string =>
  message('line {line, number} of {fileName}', { line: place.line, fileName: nameOf(place) });

function at({ outcome, saidAt, arrivedAt }: PaymentPlace): string {
  const moment = outcome === 'pending' ? (arrivedAt ?? saidAt) : (saidAt ?? arrivedAt);
  return moment === undefined ? message('a day that is not known') : exactMomentOf(Date.parse(moment));
}
