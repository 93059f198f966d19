/**
 * @file What becomes of a command whose words cannot be written: on a full disk, or to a reader that has gone. The work is
 * worth more than the words, so it continues; the exit code says what was lost, and so does any output that still works.
 */

import { inWords, message } from '../../../src-shared/languages/message.ts';
import { visible } from '../../../src-shared/visible-text.ts';
import { isDiskFull } from '../../ground/files/disk-space.ts';
import { reasonInWords } from '../../ground/files/file-errors.ts';
import type { CommandLinePorts, Outlet } from './ports.ts';

export class Streams implements Disposable {
  readonly #stdout: Outlet;
  readonly #stderr: Outlet;
  #isStdoutLost = false;
  #isReaderGone = false;
  #isStderrLost = false;

  constructor({ stdout, stderr }: Pick<CommandLinePorts, 'stdout' | 'stderr'>) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    stdout.on('error', this.#loseStdout);
    stderr.on('error', this.#loseStderr);
  }

  [Symbol.dispose](): void {
    this.#stdout.off('error', this.#loseStdout);
    this.#stderr.off('error', this.#loseStderr);
  }

  /** Whether anything that was to be printed is lost, other than to a reader that had enough. */
  get isIncomplete(): boolean {
    return this.#isStdoutLost;
  }

  /** Calls back once all that was printed is out, or lost. */
  flush(done: () => void): void {
    if (this.#isStdoutLost || this.#isReaderGone) setImmediate(done);
    else this.#stdout.write('', () => setImmediate(done));
  }

  readonly #loseStderr = (): void => {
    this.#isStderrLost = true;
  };

  readonly #loseStdout = (error: NodeJS.ErrnoException): void => {
    // A reader that stops reading (`| head`) is no fault: drop what is written after that.
    if (error.code === 'EPIPE') this.#isReaderGone = true;
    if (this.#isReaderGone || this.#isStdoutLost) return;
    this.#isStdoutLost = true;
    if (this.#isStderrLost) return;
    const reason = isDiskFull(error) ? message('the disk is full') : inWords(reasonInWords(error));
    this.#stderr.write(
      [
        message('The output cannot be written: {reason}.', { reason: visible(reason) }),
        message('The work continues, but its further output is lost.'),
        `${message('Free some space, or print to another place. “tranship queue list” shows the queue.')}\n`,
      ].join('\n  '),
    );
  };
}
