/** @file The texts of the queue: its groups and orders, its rows, and its empty state. */

import type { Group, Order } from '../queue/arrangement.ts';
import { counted, number } from '../wording.ts';

export const queueTexts = {
  title: 'Queue',
  grid: 'Submissions',
  search: 'Search by file name',
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
  noMatch: 'Nothing matches',
  noMatchHint: 'No submission matches the filter and the search.',
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
