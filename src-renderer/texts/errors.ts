/** @file What an error means when a person asked only once, what a full disk can be freed of, and what is said where the window itself fails. */

import type { Freeable } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { size } from '../wording.ts';

export const errorTexts = {
  tryAgain: message('Try again in a moment. If it fails again, diagnose the connection under Connections.'),
};

const freeableWords: Record<Freeable['kind'], (values: { count: number; size: string }) => string> = {
  copies: (values) =>
    message(
      '{count, plural, one {# copy of a file that was accepted in full: {size}.} other {# copies of files that were accepted in full: {size}.}} Your own files are not touched.',
      values,
    ),
  reports: (values) =>
    message(
      '{count, plural, one {# report on a batch that has ended: {size}.} other {# reports on batches that have ended: {size}.}} Tranship asks the service for a report again when you read it.',
      values,
    ),
  damaged: (values) =>
    message(
      '{count, plural, one {# file of a database that was set aside as damaged: {size}.} other {# files of databases that were set aside as damaged: {size}.}}',
      values,
    ),
};

export const freeSpaceTexts = {
  of: ({ kind, count, bytes }: Freeable) => freeableWords[kind]({ count, size: size(bytes) }),
  remove: (one: Freeable) => message('Remove: {what}', { what: freeSpaceTexts.of(one) }),
};

export const boundaryTexts = {
  notLoaded: {
    title: message('This page could not be loaded'),
    text: message(
      'A part of the window did not arrive: perhaps Tranship was stopped or replaced. The queue and its files are safe.',
    ),
  },
  failed: {
    title: message('This page cannot be shown'),
    text: message(
      'An error in the window keeps it from being shown. The queue and its files are safe, and sending continues. If it happens again, choose “Save for support…” under Settings.',
    ),
  },
};
