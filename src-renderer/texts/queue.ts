/** @file The texts of the queue: its groups and orders, its rows, and its empty state. */

import type { FoundInFiles, FoundPlaces } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { Direction, Group, OrderColumn } from '../queue/arrangement.ts';
import { size } from '../wording.ts';

export const queueTexts = {
  /** In the field itself, which is narrow. */
  searchShort: message('Name, id'),
  sortBy: (order: string) => message('Order: {order}', { order }),
  selected: (count: number) => message('{count, number} selected', { count }),
  clearSelection: message('Clear selection'),
  hidden: (count: number, isSearch: boolean) =>
    isSearch
      ? message('{count, plural, one {# file} other {# files}} added that the search hides', { count })
      : message('{count, plural, one {# file} other {# files}} added that the filter hides', { count }),
  /** Not all could be searched. */
  noMatchSoFar: message('Nothing that could be searched matches'),
  showAll: message('Show all'),
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
  choices: { comfortable: message('Comfortable rows'), compact: message('Compact rows') },
  groupings: { together: message('Show together what came together'), single: message('Show each file by itself') },
};

/** What came together. */
export const groupTexts = {
  open: (name: string) => message('Show the files of {name}', { name }),
  close: (name: string) => message('Hide the files of {name}', { name }),
  /** A part of the queue, as its tab is called, with the number of rows in it. */
  part: (part: string, rows: number) => message('{part} {rows, number}', { part, rows }),
  /** Rows that are not shown, under the name of their tab. */
  more: (part: string, rows: number) => message('{rows, number} more in {part}', { part, rows }),
  /** What stands before what became of their lines, where not all of them are shown. */
  ofAll: (rows: number) => message('Of all {rows, number}:', { rows }),
  /** A step with the number of files that it is for. */
  step: (label: string, files: number) => message('{label} ({files, number})', { label, files }),
  correct: (files: number) => groupTexts.step(message('Correct…'), files),
  endsAt: (time: string) => message('ends at about {time}', { time }),
};

export const paneTexts = {
  open: message('Open the page'),
  close: message('Close the details'),
};

/** After a removal. */
export const undoTexts = {
  removed: (count: number, fileName: string) =>
    count === 1
      ? message('{fileName} was removed from the list.', { fileName })
      : message('{count, plural, one {# submission was} other {# submissions were}} removed from the list.', { count }),
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
  receipt: (line: number, fileName: string) =>
    message('Receipt of the payment, as line {line, number} of {fileName}…', { line, fileName }),
  removed: message('Removed from the queue'),
  unconfirmed: message(
    'The line can no longer be read here: the file is gone, has changed, or was removed. The index of ids tells its number.',
  ),
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

/** The search through the files themselves, for what is in no index. */
export const fileSearchTexts = {
  reading: message('Searching the files themselves…'),
  read: ({ read, bytes }: Pick<FoundInFiles, 'read' | 'bytes'>) =>
    message('{read} of {all} searched, the newest first', { read: size(read), all: size(bytes) }),
  stop: message('Stop searching'),
  rest: message('Search the rest'),
  inNoIndex: message('Ids of payments and transactions are in no index: only the files themselves have them.'),
  begin: ({ files, bytes }: Pick<FoundInFiles, 'files' | 'bytes'>) =>
    message(
      '{files, plural, one {Search the file itself ({size})} other {Search the {files, number} files themselves ({size})}}',
      {
        files,
        size: size(bytes),
      },
    ),
};

/** The batches that are unfolded below a row. */
export const unfoldedTexts = {
  caption: (fileName: string) => message('Batches of {fileName}', { fileName }),
};

export const emptyTexts = {
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
