/** @file The texts of the table of a submission's account. */

import { message } from '../../src-shared/languages/message.ts';

export const accountTexts = {
  title: message('What became of its lines'),
  /** The number of the submission that it corrects, or that corrects it. */
  with: (id: number) => message('With #{id}', { id }),
  correctedBy: (id: number) => message('Corrected by #{id}', { id }),
  correctedByFile: (fileName: string) => message('Corrected by {fileName}', { fileName }),
  saveNotSent: {
    csv: message('Save what was not sent (table)…'),
    jsonl: message('Save the lines left out…'),
  },
};
