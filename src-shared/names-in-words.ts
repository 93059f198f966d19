/** @file Names of files and other things, and how many more there are. Pure. */

import { message } from './languages/message.ts';

/** “a.jsonl, b.jsonl and 3 more” */
export function namesInWords(all: readonly string[], most: number): string {
  const names = all.slice(0, most).join(', ');
  const more = all.length - most;
  return more > 0 ? message('{names} and {more, number} more', { names, more }) : names;
}

/** “submission 3, west.jsonl”; without a name where it is not known any more. */
export function fileInWords(file: { submission: number; fileName?: string | undefined }): string {
  const { fileName, submission } = { ...file, submission: String(file.submission) };
  return fileName === undefined
    ? message('submission {submission}', { submission })
    : message('submission {submission}, {fileName}', { submission, fileName });
}
