/** @file A call of the command line that may still be running: what it has said so far, and how it ended. */

import { z } from 'zod';

const eventSchema = z.looseObject({ event: z.string() });
/** One line of `--json`. */
export type JsonEvent = z.infer<typeof eventSchema>;

const batchSchema = z.looseObject({
  batchId: z.string().optional(),
  start: z.int(),
  end: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  state: z.string(),
  remoteState: z.string().optional(),
  remoteMessage: z.string(),
  attempts: z.int(),
  abandoned: z.array(z.string()),
  report: z.string(),
  error: z.string().optional(),
});
const submissionSchema = z.looseObject({
  id: z.int(),
  file: z.string(),
  state: z.string(),
  error: z.string().optional(),
  batches: z.array(batchSchema),
});
const submissionsSchema = z.looseObject({ submissions: z.array(submissionSchema) });
export type SubmissionSummary = z.infer<typeof submissionSchema>;
export type BatchSummary = z.infer<typeof batchSchema>;

/** The result of a call that has ended. */
export interface Finished {
  /** Null when a signal ended its process. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  events: JsonEvent[];
  /** The last line of `--json`; fails the test when it is not a summary. */
  summary: JsonEvent;
  /** The submissions of the summary, in the form that design.md defines. */
  submissions: SubmissionSummary[];
  /** The only submission of the summary. */
  submission: SubmissionSummary;
}

export abstract class Running {
  readonly ended: Promise<Finished>;
  readonly #end: (finished: Finished) => void;
  readonly #watchers = new Set<() => void>();
  #stdout = '';
  #stderr = '';
  #isOver = false;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<Finished>();
    this.ended = promise;
    this.#end = resolve;
  }

  /** Writes to its input. */
  abstract write(text: string): void;

  /** Ends its input. */
  abstract endInput(): void;

  /** The number of its process. */
  abstract get pid(): number | undefined;

  /** Whether it has ended. */
  protected get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Resolves with the first matching `--json` line, or one after it; rejects when the call ends without one.
   * @param place among those that match, from 0
   */
  event(fits: (event: JsonEvent) => boolean, place = 0): Promise<JsonEvent> {
    return this.#waitFor(() => eventsOf(this.#stdout).filter(fits)[place]);
  }

  /** Resolves with the first match in its output, on either stream; rejects when the call ends without one. */
  said(words: RegExp): Promise<RegExpExecArray> {
    return this.#waitFor(() => words.exec(this.#stdout) ?? words.exec(this.#stderr) ?? undefined);
  }

  get saidSoFar(): string {
    return `${this.#stdout}\n${this.#stderr}`;
  }

  protected hear(stream: 'stdout' | 'stderr', text: string): void {
    if (stream === 'stdout') this.#stdout += text;
    else this.#stderr += text;
    this.#look();
  }

  protected end(exitCode: number | null): void {
    this.#isOver = true;
    this.#look();
    this.#end(finishedCall(exitCode, this.#stdout, this.#stderr));
  }

  #waitFor<Found>(find: () => Found | undefined): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const look = () => {
      const found = find();
      if (found !== undefined) resolve(found);
      else if (this.#isOver) reject(new Error(`It ended before that:\n${this.#stdout}\n${this.#stderr}`));
      else return;
      this.#watchers.delete(look);
    };
    this.#watchers.add(look);
    look();
    return promise;
  }

  #look(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

function finishedCall(exitCode: number | null, stdout: string, stderr: string): Finished {
  const events = eventsOf(stdout);
  return {
    exitCode,
    stdout,
    stderr,
    events,
    get summary() {
      const last = events.at(-1);
      if (last?.event !== 'summary') throw new Error(`There is no summary at the end of:\n${stdout}\n${stderr}`);
      return last;
    },
    get submissions() {
      return submissionsSchema.parse(this.summary).submissions;
    },
    get submission() {
      const [only, ...others] = this.submissions;
      if (only === undefined || others.length > 0) throw new Error(`Not one submission in:\n${stdout}\n${stderr}`);
      return only;
    },
  };
}

/** The complete lines of `--json` output; the last one may still be incomplete. */
function eventsOf(stdout: string): JsonEvent[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const parsed = eventSchema.safeParse(parseJson(line));
      return parsed.success ? [parsed.data] : [];
    });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
