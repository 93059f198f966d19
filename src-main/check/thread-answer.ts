/** @file The other side of `answerOfThread`: a thread that works for one answer, tells how far it is, and gives it. */

import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import { Paced } from './paced.ts';

/** From a thread that was started for one answer. */
export type AnswerMessage<Answer, Progress> =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; answer: Answer }
  | { kind: 'failed'; error: ErrorRecord };

/** Works, and gives the answer to the thread that waits for it; the progress at most ten times a second. */
export async function answerHere<Answer, Progress = never>(
  work: (tell: (progress: Progress) => void) => Answer | Promise<Answer>,
): Promise<void> {
  const post = (message: AnswerMessage<Answer, Progress>): void => parentPort?.postMessage(message);
  const paced = new Paced((progress: Progress) => post({ kind: 'progress', progress }));
  try {
    const answer = await work((progress) => paced.tell(progress));
    paced.flush();
    post({ kind: 'done', answer });
  } catch (thrown) {
    // Anything else is a crash, which the starting thread sees as such.
    if (!(thrown instanceof AppError)) throw thrown;
    post({ kind: 'failed', error: thrown.toRecord() });
  }
}
