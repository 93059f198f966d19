/** @file The texts of the queue: its groups and orders, its rows, and its empty state. */

import type { Group, Order } from '../queue/arrangement.ts';
import { counted, number } from '../wording.ts';

export const queueTexts = {
  title: 'Queue',
  grid: 'Submissions',
  search: 'File name, batch id or modification id',
  clearSearch: 'Clear the search',
  sortBy: 'Sort by',
  show: 'Show',
  columns: {
    select: 'Select',
    file: 'File',
    tenant: 'Sent to',
    state: 'State',
    progress: 'Progress',
    speed: 'Speed',
    next: 'Actions',
  },
  selectAll: 'Select all that are shown',
  select: (fileName: string) => `Select ${fileName}`,
  unfold: (fileName: string) => `Show the batches of ${fileName}`,
  fold: (fileName: string) => `Hide the batches of ${fileName}`,
  selected: (count: number) => `${number(count)} selected`,
  clearSelection: 'Clear selection',
  pausing: 'Will pause',
  added: (moment: string) => `Added ${moment}`,
  failedBatches: (count: number) => `${counted(count, 'batch')} failed`,
  hidden: (count: number, isSearch: boolean) =>
    `${counted(count, 'file')} added that the ${isSearch ? 'search' : 'filter'} hides`,
  noMatch: 'Nothing matches',
  noMatchHint: 'No submission and no id matches the filter and the search.',
  showAll: 'Show all',
  loading: 'Loading the queue',
};

export const groupWords: Record<Group, string> = {
  all: 'All',
  needs: 'Needs you',
  moving: 'In progress',
  done: 'Done',
};

export const orderWords: Record<Order, string> = {
  newest: 'Newest first',
  name: 'Name',
  state: 'State',
  size: 'Largest first',
};

/** After a removal. */
export const undoTexts = {
  label: 'Removed',
  removed: (count: number, fileName: string) =>
    count === 1
      ? `${fileName} was removed from the list.`
      : `${counted(count, 'submission')} were removed from the list.`,
  undo: 'Undo',
  list: 'See what was removed',
  dismiss: 'Dismiss',
};

/** Where the id went that was searched for. */
export const placeTexts = {
  title: (id: string) => `Where ${id} went`,
  columns: { file: 'File', line: 'Line', batch: 'Batch', state: 'State' },
  /** Of a batch id. */
  wholeBatch: 'The whole batch',
  show: (line: number) => `Show line ${number(line)}`,
  hide: (line: number) => `Hide line ${number(line)}`,
  removed: 'Removed from the queue',
  unconfirmed: 'The file is gone or has changed since its check. The index tells the line.',
  isCut: (count: number) => `There are more places than these ${number(count)}.`,
  unsearched: (count: number) =>
    `${counted(count, 'file')} could not be searched, because the index is missing or damaged.`,
  thorough: 'Read the files again',
  reading: 'Reading the files…',
};

/** The batches that are unfolded below a row. */
export const unfoldedTexts = {
  loading: 'Loading the batches…',
  none: 'No batches yet. Tranship cuts the file into batches once it is approved for sending.',
  caption: (fileName: string) => `Batches of ${fileName}`,
  name: (place: number) => `Batch ${number(place)}`,
  columns: { batch: 'Batch', state: 'State', size: 'Size', sent: 'Sent', service: 'The service says' },
  more: (count: number) => `and ${counted(count, 'more batch')} on the page of the submission`,
  open: 'Open',
};

export const emptyTexts = {
  title: 'Nothing in the queue',
  intro: 'Drop an export (JSON Lines) anywhere on this window, or choose a file.',
  steps: [
    { title: 'Checked here', text: 'Every line is checked on this computer. A file with errors is held.' },
    {
      title: 'Sent in batches',
      text: 'Sending continues by itself when the network comes back. Nothing is sent twice.',
    },
    { title: 'Followed to the end', text: 'You see when the service has processed it, or why it refused it.' },
  ],
};
