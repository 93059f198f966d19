/** @file The texts of the queue: its groups and orders, its rows, and its empty state. */

import type { FoundPlaces } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { Direction, Group, OrderColumn } from '../queue/arrangement.ts';

export const queueTexts = {
  title: message('Queue'),
  grid: message('Submissions'),
  search: message('Find by name, folder or id'),
  /** In the field itself, which is narrow. */
  searchShort: message('Name or id'),
  searchHint: message(
    'Words of the file name or its folder, the number of a submission (#12), a batch id or its beginning, or a modification id',
  ),
  clearSearch: message('Clear the search'),
  sortBy: (order: string) => message('Order: {order}', { order }),
  show: message('Show'),
  columns: {
    select: message('Select'),
    file: message('File'),
    size: message('Size'),
    added: message('Added'),
    tenant: message('Sent to'),
    state: message('State'),
    progress: message('Progress'),
    next: message('Actions'),
  },
  sortByColumn: (column: string) => message('Sort by {column}', { column }),
  selectAll: message('Select all that are shown'),
  select: (fileName: string) => message('Select {fileName}', { fileName }),
  unfold: (fileName: string) => message('Show the batches of {fileName}', { fileName }),
  fold: (fileName: string) => message('Hide the batches of {fileName}', { fileName }),
  selected: (count: number) => message('{count, number} selected', { count }),
  clearSelection: message('Clear selection'),
  pausing: message('Will pause'),
  added: (moment: string) => message('Added {moment}', { moment }),
  failedBatches: (count: number) => message('{count, plural, one {# batch} other {# batches}} failed', { count }),
  hidden: (count: number, isSearch: boolean) =>
    isSearch
      ? message('{count, plural, one {# file} other {# files}} added that the search hides', { count })
      : message('{count, plural, one {# file} other {# files}} added that the filter hides', { count }),
  noMatch: message('Nothing matches'),
  /** Not all could be searched. */
  noMatchSoFar: message('Nothing that could be searched matches'),
  showAll: message('Show all'),
  loading: message('Loading the queue'),
};

export const groupWords: Record<Group, string> = {
  all: message('All'),
  needs: message('Needs you'),
  moving: message('In progress'),
  done: message('Done'),
};

/** Each order, by its column and its direction. */
export const orderWords: Record<OrderColumn, Record<Direction, string>> = {
  added: { descending: message('Newest first'), ascending: message('Oldest first') },
  name: { ascending: message('Name, A to Z'), descending: message('Name, Z to A') },
  connection: { ascending: message('Connection, A to Z'), descending: message('Connection, Z to A') },
  state: { ascending: message('State, needs you first'), descending: message('State, done first') },
  size: { descending: message('Largest first'), ascending: message('Smallest first') },
};

/** How the list looks, and the pane beside it. */
export const lookTexts = {
  rows: message('Rows'),
  choices: { comfortable: message('Comfortable rows'), compact: message('Compact rows') },
  beside: message('Show details beside the list'),
  besideHint: message('A click on a row shows its details beside the list. Otherwise it opens its page.'),
};

export const paneTexts = {
  label: (fileName: string) => message('Details of {fileName}', { fileName }),
  open: message('Open the page'),
  close: message('Close the details'),
  content: message('Details'),
  width: message('Width of the details'),
  findings: message('Findings'),
  noFindings: message('No errors, no warnings'),
  moreRules: (count: number) => message('and {count, plural, one {# more rule} other {# more rules}}', { count }),
  seeFindings: message('See the findings'),
  batches: message('Batches'),
  moreBatches: (count: number) => message('and {count, plural, one {# more batch} other {# more batches}}', { count }),
  columns: {
    batch: message('Batch'),
    state: message('State'),
    size: message('Size'),
    service: message('The service says'),
  },
};

/** After a removal. */
export const undoTexts = {
  label: message('Removed'),
  removed: (count: number, fileName: string) =>
    count === 1
      ? message('{fileName} was removed from the list.', { fileName })
      : message('{count, plural, one {# submission was} other {# submissions were}} removed from the list.', { count }),
  undo: message('Undo'),
  list: message('See what was removed'),
  dismiss: message('Dismiss'),
};

/** Where the id went that was searched for. */
export const placeTexts = {
  title: (id: string) => message('Where {id} went', { id }),
  columns: { file: message('File'), line: message('Line'), batch: message('Batch'), state: message('State') },
  /** Of a batch id. */
  wholeBatch: message('The whole batch'),
  show: (line: number) => message('Show line {line, number}', { line }),
  hide: (line: number) => message('Hide line {line, number}', { line }),
  removed: message('Removed from the queue'),
  unconfirmed: message('The file is gone or has changed since its check. The index tells the line.'),
  isCut: (count: number) => message('There are more places than these {count, number}.', { count }),
  unsearched: {
    missing: (count: number) =>
      message('{count, plural, one {# file} other {# files}} could not be searched, because the index is missing.', {
        count,
      }),
    damaged: (count: number) =>
      message('{count, plural, one {# file} other {# files}} could not be searched, because the index is damaged.', {
        count,
      }),
    'other-key': (count: number) =>
      message(
        '{count, plural, one {# file} other {# files}} could not be searched, because the index was made with a key that is not here, such as before there was a passphrase.',
        { count },
      ),
  } satisfies Record<FoundPlaces['repairs'][number]['index'], (count: number) => string>,
  thorough: message('Read the files again'),
  reading: message('Reading the files…'),
};

/** Who of the team announced the id that was searched for. */
export const teamPlaceTexts = {
  title: (id: string, ledger: string) => message('{id} in the team ledger {ledger}', { id, ledger }),
  columns: {
    file: message('File'),
    person: message('Sent by'),
    desk: message('Desk'),
    when: message('When'),
    destination: message('Goes to'),
    state: message('State'),
  },
  own: message('This computer'),
  later: (moment: string) => message('Announced only later, {moment}', { moment }),
  isHere: message('The same bytes as a file of this computer'),
  counts: message('Announced, counts as sent'),
  refused: message('Rejected by the service, does not count'),
  proof: message(
    'What is found here is as good as certain, but no proof. The desk that sent it tells the line and the batch.',
  ),
  nothing: (ledger: string) => message('No other desk has announced it in the team ledger {ledger}.', { ledger }),
  isCut: (count: number) => message('There are more files of the team than these {count, number}.', { count }),
  unsearched: (count: number) =>
    message(
      '{count, plural, one {# file of the team was announced without its ids, so it was not searched.} other {# files of the team were announced without their ids, so they were not searched.}}',
      { count },
    ),
  asking: (ledger: string) => message('Asking the team ledger {ledger}…', { ledger }),
  away: (ledger: string) =>
    message('The team ledger {ledger} does not answer, so only this computer was searched.', { ledger }),
  notSearched: (ledger: string, why: string) =>
    message('Only this computer was searched, and not the team ledger {ledger}: {why}', { ledger, why }),
};

/** The batches that are unfolded below a row. */
export const unfoldedTexts = {
  loading: message('Loading the batches…'),
  none: message('No batches yet. Tranship cuts the file into batches once it is approved for sending.'),
  caption: (fileName: string) => message('Batches of {fileName}', { fileName }),
  name: (place: number) => message('Batch {place, number}', { place }),
  columns: {
    batch: message('Batch'),
    state: message('State'),
    size: message('Size'),
    sent: message('Sent'),
    service: message('The service says'),
  },
  more: (count: number) =>
    message('and {count, plural, one {# more batch} other {# more batches}} on the page of the submission', { count }),
  open: message('Open'),
};

export const emptyTexts = {
  title: message('Nothing in the queue'),
  intro: message('Drop an export (JSON Lines) anywhere on this window, or choose a file.'),
  steps: [
    {
      title: message('Checked here'),
      text: message('Every line is checked on this computer. A file with errors is held.'),
    },
    {
      title: message('Sent in batches'),
      text: message('Sending continues by itself when the network comes back. Nothing is sent twice.'),
    },
    {
      title: message('Followed to the end'),
      text: message('You see when the service has processed it, or why it rejected it.'),
    },
  ],
};
