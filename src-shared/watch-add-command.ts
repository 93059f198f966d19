/** @file The command that stores a watched folder as a person wants it, ready to be typed. Pure. */

import { ENVIRONMENT } from './environment-connection.ts';
import { DEFAULT_SETTLE_SECONDS } from './watching-limits.ts';

export interface FolderToWatch {
  folder: string;
  /** The name of a kept template, or the path of one in a file. */
  template?: string | undefined;
  connection: string;
  release: boolean;
  shared: boolean;
  settleSeconds?: number | undefined;
  marker?: string | undefined;
}

/** What is as usual is left out. */
export function watchAddCommand(wanted: FolderToWatch): string {
  const { folder, template, connection, release, shared, settleSeconds = DEFAULT_SETTLE_SECONDS, marker } = wanted;
  const isOnWindows = /^(?:[A-Za-z]:|\\\\)/.test(folder);
  const word = (text: string) => asWord(text, isOnWindows);
  return [
    ...['tranship watch add', word(folder)],
    ...(template === undefined ? [] : ['--template', word(template)]),
    ...(connection === ENVIRONMENT ? [] : ['--connection', word(connection)]),
    ...(marker === undefined ? [] : ['--marker', word(marker)]),
    ...(settleSeconds === DEFAULT_SETTLE_SECONDS ? [] : ['--settle', String(settleSeconds)]),
    ...(release ? ['--release'] : []),
    ...(shared ? ['--shared'] : []),
  ].join(' ');
}

/** One word for the shell of the system, whatever is in it. */
function asWord(text: string, isOnWindows: boolean): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // No name of a file on Windows has a double quote in it.
  return isOnWindows ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
