/** @file Entry of the thread that looks at exports, and finds their first template. Only proposal.ts starts it. */

import { closeSync, openSync, readSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { isByLine } from '../../src-shared/formats.ts';
import { answerHere } from '../check/thread-answer.ts';
import { type Examination, examine } from '../exports/examine.ts';
import { WorkArea } from '../exports/work-area.ts';
import type { ExaminationRequest, Examined } from './examination.ts';
import { lookUp } from './export-by-look.ts';
import { type FirstTemplate, firstTemplate } from './first-template.ts';

// Only proposal.ts starts this file.
const { paths, choices, lists = false, reading, workFolder, kept, chosen, name } = workerData as ExaminationRequest;

/** What a person sees of a text to set a ruler over it. */
const SHOWN_BYTES = 16 * 1024;
const MOST_LINES = 20;

// The thread is ended from outside.
const { signal } = new AbortController();

await answerHere<FirstTemplate & { examined: Examined }>(async () => {
  const workArea = new WorkArea({ parent: workFolder });
  try {
    const { examination, fits } = await lookUp({
      reading,
      kept,
      chosen,
      examineAs: async (hints) =>
        await examine(paths, { choices, lists, workArea, signal, ...(hints !== undefined && { hints }) }),
    });
    const examined: Examined = { ...examination, lines: firstLines(paths[0] ?? '', examination) };
    return { examined, ...firstTemplate(examined.tables, fits, name) };
  } finally {
    workArea.remove();
  }
});

function firstLines(path: string, { facts }: Examination): string[] {
  const [file] = facts.files;
  if (file === undefined || !isByLine(file.format.value) || file.packing.length > 0 || file.name !== '') return [];
  const bytes = Buffer.alloc(SHOWN_BYTES);
  const opened = openSync(path, 'r');
  try {
    const read = readSync(opened, bytes, 0, SHOWN_BYTES, 0);
    const text = new TextDecoder(file.encoding?.value ?? 'utf-8').decode(bytes.subarray(0, read));
    return text.split(/\r?\n|\r/).slice(0, MOST_LINES);
  } finally {
    closeSync(opened);
  }
}
