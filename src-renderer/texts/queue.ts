/** @file The words of the queue: groups, actions, dialogs, and what stands there while there is nothing. */

import type { Action } from '../queue/actions.ts';
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
    pace: 'Speed',
    next: 'What you can do',
  },
  selectAll: 'Select all that are shown',
  select: (fileName: string) => `Select ${fileName}`,
  unfold: (fileName: string) => `Show the batches of ${fileName}`,
  fold: (fileName: string) => `Hide the batches of ${fileName}`,
  selected: (count: number) => `${number(count)} selected`,
  clearSelection: 'Clear selection',
  pausing: 'Will pause',
  left: (time: string) => `${time} left`,
  perSecond: (size: string) => `${size}/s`,
  failedBatches: (count: number) => `${counted(count, 'batch')} failed`,
  noMatch: 'Nothing matches',
  noMatchHint: 'No submission fits the filter and the search.',
  showAll: 'Show all',
  loading: 'Loading the queue',
};

export const groupWords: Record<Group, string> = {
  all: 'All',
  needs: 'Needs you',
  moving: 'Moving',
  done: 'Done',
};

export const orderWords: Record<Order, string> = {
  newest: 'Newest first',
  name: 'Name',
  state: 'State',
  size: 'Largest first',
};

/** What each action is called, and what it costs. */
export const actionWords: Record<Action, { label: string; explanation: string }> = {
  approve: { label: 'Send anyway…', explanation: 'Sends the file although it was held back.' },
  pause: { label: 'Pause', explanation: 'Stops sending. The batch under way starts again from its beginning later.' },
  resume: { label: 'Resume', explanation: 'Goes on sending.' },
  retry: { label: 'Try again', explanation: 'Tries again what did not succeed.' },
  cancel: { label: 'Cancel…', explanation: 'Gives up what is not done yet.' },
  remove: { label: 'Remove', explanation: 'Takes it out of the list. Its history stays.' },
};

export const stageWords = {
  checked: { label: 'Checked', meaning: 'Read and checked on this computer' },
  sent: { label: 'Sent', meaning: 'Handed to the network' },
  accepted: { label: 'Accepted', meaning: 'The storage confirmed to have it' },
  seen: { label: 'Seen', meaning: 'The service knows it' },
  percent: (percent: number) => `${percent} %`,
  allSeen: (batches: number) => (batches === 1 ? '1 batch' : `All ${number(batches)} batches`),
  allSeenMeaning: 'Sent, accepted and seen by the service',
  nothingYet: 'Nothing sent yet',
  nothing: 'Nothing was sent',
  sentBeforeEnd: (batches: number, whole: number) => `${number(batches)} of ${counted(whole, 'batch')} were sent`,
};

export const batchTexts = {
  loading: 'Loading the batches…',
  none: 'There are no batches yet: the file is cut once its check is done.',
  caption: (fileName: string) => `Batches of ${fileName}`,
  name: (place: number) => `Batch ${number(place)}`,
  columns: { batch: 'Batch', state: 'State', size: 'Size', sent: 'Sent', service: 'The service says' },
  more: (count: number) => `and ${counted(count, 'batch')} more, on the page of the submission`,
  open: 'Open',
};

export const cancelTexts = {
  title: (count: number, fileName: string) =>
    count === 1 ? `Give up ${fileName}?` : `Give up ${counted(count, 'submission')}?`,
  unsent: (batches: number) => `${counted(batches, 'batch')} will not be sent.`,
  underWay: 'What is on its way right now is dropped. It cannot continue in the middle later.',
  unchecked: 'The check stops. Nothing was sent.',
  atService: (batches: number) =>
    `${counted(batches, 'batch')} reached the service already. It may still process what it has; nobody can call that back.`,
  keeps: 'The files on your disk stay as they are, and so does the history.',
  confirm: 'Give up',
  back: 'Keep going',
};

export const removeTexts = {
  title: (count: number) => `Remove ${counted(count, 'submission')} from the list?`,
  body: 'They have ended. Their history and receipts stay.',
  confirm: 'Remove',
  back: 'Keep',
};

export const approveTexts = {
  title: (fileName: string) => `Send ${fileName} anyway?`,
  to: 'It goes to',
  errors: (errors: number) =>
    `The check found ${counted(errors, 'error')}. The service may refuse batches that have errors in them.`,
  reason: 'Why is it sent again?',
  reasonHint: 'The history keeps your words for the auditor.',
  reasonMissing: 'Say in a few words why it is sent again.',
  confirm: 'Send anyway',
  back: 'Do not send',
};

export const emptyTexts = {
  title: 'Nothing in the queue',
  intro: 'Drop an export (JSON Lines) anywhere on this window, or choose it.',
  steps: [
    { title: 'Checked here', text: 'Every line is checked on this computer. A file with errors is held back.' },
    { title: 'Sent in batches', text: 'It goes on by itself when the network comes back. Nothing is sent twice.' },
    { title: 'Followed to the end', text: 'You see when the service has it, and what it says.' },
  ],
};
