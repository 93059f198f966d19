/** @file The texts about watched folders. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { WatchedFolderRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { momentOf } from '../wording.ts';

export const watchingTexts = {
  title: message('Watched folders'),
  hint: message(
    'What lands in these folders is prepared, checked and added to the queue, while Tranship is open. Files are moved to “done” or “refused” in the folder, never deleted.',
  ),
  release: message('Send files without findings without a person'),
  releaseHint: message(
    'Only where your organisation has allowed it. Otherwise each file waits in the queue until you send it.',
  ),
  choose: message('Choose a folder…'),
};

/** How the files of a folder are sent, a line each. */
export function wayInWords({
  template,
  connection: name,
  release,
  shared,
  settleSeconds,
  marker,
}: WatchedFolderRow): string[] {
  const connection = connectionInWords(name);
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
