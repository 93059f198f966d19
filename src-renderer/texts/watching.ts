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
