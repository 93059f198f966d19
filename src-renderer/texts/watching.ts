/** @file The texts about watched folders. */

import type { WatchedFolderRow } from '../../src-shared/contract.ts';
import { counted, momentOf } from '../wording.ts';

export const watchingTexts = {
  title: 'Watched folders',
  hint: 'What lands in these folders is prepared, checked and added to the queue, while Tranship is open. Files are moved to “done” or “refused” in the folder, never deleted.',
  none: 'No folder is watched.',
  tableLabel: 'List of watched folders',
  columns: { folder: 'Folder', way: 'How it is sent', state: 'State', actions: 'Actions' },
  template: 'Template',
  asItIs: 'None: the files are JSON Lines',
  connection: 'Connection',
  connectionNone: 'Choose a connection',
  release: 'Send files without findings without a person',
  releaseHint: 'Only where your organisation has allowed it. Otherwise each file waits in the queue until you send it.',
  ready: 'A file is complete',
  settles: 'once it has not changed for some time',
  settleSeconds: 'Seconds without a change',
  settleHint: 'Longer than the longest pause of the program that writes the file.',
  settleWrong: 'A number of seconds from 1 to 86,400, which is a day.',
  marked: 'once a marker file stands beside it',
  marker: 'Ending of the marker file',
  markerHint: (ending: string) => `With november.csv${ending} there, november.csv is taken.`,
  markerWrong: 'An ending with a point at its start, such as .done: letters, digits, points and hyphens.',
  choose: 'Choose a folder…',
  inBrowser: 'In a browser, folders are added on the command line: “tranship watch add FOLDER”.',
  remove: (folder: string) => `Stop watching ${folder}`,
};

/** How the files of a folder are sent, a line each. */
export function wayInWords({ template, connection, release, settleSeconds, marker }: WatchedFolderRow): string[] {
  return [
    template === undefined ? `JSON Lines, over ${connection}` : `${template}, over ${connection}`,
    release ? 'sent by itself if nothing is found' : 'sent once a person releases it',
    marker === undefined ? `ready after ${settleSeconds} s without a change` : `ready once NAME${marker} is there`,
  ];
}

/** What goes on in a folder, a line each. */
export function stateInWords({ settling, inWork, last }: WatchedFolderRow): string[] {
  return [
    ...(settling > 0 ? [`${counted(settling, 'file')} waiting`] : []),
    ...(inWork > 0 ? [`${counted(inWork, 'file')} in work`] : []),
    ...(last === undefined ? [] : [`${last.fileName}: ${last.outcome}, ${momentOf(last.at)}`]),
    ...(settling + inWork === 0 && last === undefined ? ['Watched'] : []),
  ];
}
