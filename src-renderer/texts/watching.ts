/** @file The texts about watched folders. */

import type { WatchedFolderRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { momentOf } from '../wording.ts';

export const watchingTexts = {
  title: message('Watched folders'),
  hint: message(
    'What lands in these folders is prepared, checked and added to the queue, while Tranship is open. Files are moved to “done” or “refused” in the folder, never deleted.',
  ),
  none: message('No folder is watched.'),
  tableLabel: message('List of watched folders'),
  columns: {
    folder: message('Folder'),
    way: message('How it is sent'),
    state: message('State'),
    actions: message('Actions'),
  },
  template: message('Template'),
  asItIs: message('None: the files are JSON Lines'),
  connection: message('Connection'),
  connectionNone: message('Choose a connection'),
  release: message('Send files without findings without a person'),
  releaseRefused: message('A person releases each file here: IT has not allowed this in the policy (watchedRelease).'),
  releaseHint: message(
    'Only where your organisation has allowed it. Otherwise each file waits in the queue until you send it.',
  ),
  shared: message('Other users put files there, too'),
  sharedHint: message(
    'Needed where others may write to the folder. What they put there is taken, but nothing of yours is reached by it.',
  ),
  ready: message('A file is complete'),
  settles: message('once it has not changed for some time'),
  settleSeconds: message('Seconds without a change'),
  settleHint: message('Longer than the longest pause of the program that writes the file.'),
  settleWrong: message('A number of seconds from 1 to 86,400, which is a day.'),
  marked: message('once a marker file stands beside it'),
  marker: message('Ending of the marker file'),
  markerHint: (ending: string) => message('With november.csv{ending} there, november.csv is taken.', { ending }),
  markerWrong: message('An ending with a point at its start, such as .done: letters, digits, points and hyphens.'),
  choose: message('Choose a folder…'),
  inBrowser: message(
    'Tranship takes no paths from a page in a browser. Type this on the command line of this computer; the folder is then watched at once.',
  ),
  path: message('Path of the folder on this computer'),
  command: message('the command'),
  waiting: (waiting: number) =>
    message('{waiting, plural, one {# file waits} other {# files wait}} for you in the queue', { waiting }),
  remove: (folder: string) => message('Stop watching {folder}', { folder }),
};

/** How the files of a folder are sent, a line each. */
export function wayInWords({
  template,
  connection,
  release,
  shared,
  settleSeconds,
  marker,
}: WatchedFolderRow): string[] {
  return [
    template === undefined
      ? message('JSON Lines, over {connection}', { connection })
      : message('{template}, over {connection}', { template, connection }),
    release ? message('sent by itself if nothing is found') : message('sent once a person releases it'),
    ...(shared ? [message('other users put files there, too')] : []),
    marker === undefined
      ? message('ready after {settleSeconds, number} s without a change', { settleSeconds })
      : message('ready once NAME{marker} is there', { marker }),
  ];
}

/** What became of a file; what waits for a person since then is counted. */
const outcomeInWords = {
  done: (last: Last) => message('{fileName}: done, {moment}', last),
  checked: (last: Last) => message('{fileName}: checked, {moment}', last),
  refused: (last: Last) => message('{fileName}: refused, {moment}', last),
};
type Last = { fileName: string; moment: string };

/** What happens in a folder, a line each. */
export function stateInWords({ settling, inWork, last }: WatchedFolderRow): string[] {
  return [
    ...(settling > 0 ? [message('{settling, plural, one {# file} other {# files}} waiting', { settling })] : []),
    ...(inWork > 0 ? [message('{inWork, plural, one {# file} other {# files}} in work', { inWork })] : []),
    ...(last === undefined
      ? []
      : [outcomeInWords[last.outcome]({ fileName: last.fileName, moment: momentOf(last.at) })]),
    ...(settling + inWork === 0 && last === undefined ? [message('Watched')] : []),
  ];
}
