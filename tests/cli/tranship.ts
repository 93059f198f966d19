/**
 * @file Runs the built command line as a real process in its own folder, and returns its output as it appears.
 * Processes end with their test.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The Node that this project installs; the system's own may be too old. */
const node = join(root, 'node_modules/.bin/node');
const entry = join(root, 'out/main/tranship.js');
/** Where Node keeps what it has compiled, as it does for the launcher: a fifth of the work of a short call. */
const compiled = join(root, 'node_modules/.cache/compiled');

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

/** The result of a process that has ended. */
export interface Finished {
  /** Null when a signal ended it. */
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

export interface RunOptions {
  /** Added to the environment of the workplace; undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Another user, by numeric id. */
  uid?: number;
  /** Whether lines can be written to it; otherwise its input is empty. */
  hasInput?: boolean;
  /** What Node runs in place of the built command line: its options, the file, and what stands before the arguments. */
  program?: readonly string[];
  /** A program that starts it, with its parameters. */
  under?: readonly string[];
  /** A file that receives the output, or the error output. */
  stdout?: string;
  stderr?: string;
}

/** A folder for one test: a data folder that does not exist yet, and room for files. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  /** TRANSHIP_HOME */
  readonly home: string;
  /** What starts each of its processes, with its parameters. */
  readonly under: readonly string[];
  /** Starts `tranship` with these arguments. */
  start(args: readonly string[], options?: RunOptions): Running;
  /** As start, and waits for its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** All output so far, of any process, on either stream. */
  said(): string;
}

/** @param under as in RunOptions, for all processes of the workplace */
export async function openWorkplace(
  environment: RunOptions['environment'] = {},
  under: RunOptions['under'] = [],
): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-test-'));
  const home = join(folder, 'home');
  const started: Running[] = [];
  const start = (args: readonly string[], options: RunOptions = {}) => {
    const variables = { TRANSHIP_HOME: home, ...environment, ...options.environment };
    const running = new Running(args, folder, variables, { under, ...options });
    started.push(running);
    return running;
  };
  return {
    folder,
    home,
    under,
    start,
    run: (args, options) => start(args, options).ended,
    said: () => started.map((running) => running.saidSoFar).join('\n'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(started.map((running) => running.kill('SIGKILL')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder in the workplace. */
export async function makeFolder(workplace: Workplace, name: string): Promise<string> {
  const path = join(workplace.folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** The variables that lead to a service. */
export function environmentOf(service: {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}): Record<string, string> {
  return {
    TRANSHIP_BASE_URL: service.baseUrl,
    TRANSHIP_TOKEN_URL: service.tokenUrl,
    TRANSHIP_CLIENT_ID: service.clientId,
    TRANSHIP_CLIENT_SECRET: service.clientSecret,
    TRANSHIP_SCOPE: service.scope,
  };
}

/** A process that may still be running. */
export class Running {
  readonly ended: Promise<Finished>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = '';
  #stderr = '';
  #isOver = false;

  constructor(
    args: readonly string[],
    folder: string,
    environment: Readonly<Record<string, string | undefined>>,
    { uid, hasInput = false, program = [entry], under = [], stdout, stderr }: Omit<RunOptions, 'environment'>,
  ) {
    const { PATH, LANG } = process.env;
    const [started = node, ...parameters] = [...under, node, ...program, ...args];
    this.#child = spawn(started, parameters, {
      cwd: folder,
      env: { PATH, LANG, HOME: '/nonexistent', NODE_COMPILE_CACHE: compiled, ...environment },
      // The process notices over this channel when the tests were killed, and ends too.
      stdio: [hasInput ? 'pipe' : 'ignore', outletTo(stdout), outletTo(stderr), 'ipc'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#look();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#look();
    });
    this.ended = this.#end();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Resolves with the first matching `--json` line, or one after it; rejects when the process ends without one.
   * @param place among those that match, from 0
   */
  event(fits: (event: JsonEvent) => boolean, place = 0): Promise<JsonEvent> {
    return this.#waitFor(() => eventsOf(this.#stdout).filter(fits)[place]);
  }

  /** Writes to its input. */
  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Resolves with the first match in its output, on either stream; rejects when the process ends without one. */
  said(words: RegExp): Promise<RegExpExecArray> {
    return this.#waitFor(() => words.exec(this.#stdout) ?? words.exec(this.#stderr) ?? undefined);
  }

  get saidSoFar(): string {
    return `${this.#stdout}\n${this.#stderr}`;
  }

  /** Ends its input. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<Finished> {
    if (!this.#isOver) this.#child.kill(signal);
    return this.ended;
  }

  /** Stops reading its output, as `head` does after its last line. */
  hangUp(): void {
    this.#child.stdout?.destroy();
  }

  async #end(): Promise<Finished> {
    const [exitCode] = await once(this.#child, 'close');
    this.#isOver = true;
    this.#look();
    const stdout = this.#stdout;
    const events = eventsOf(stdout);
    const stderr = this.#stderr;
    const finished: Finished = {
      exitCode: z.number().nullable().parse(exitCode),
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
    return finished;
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

function outletTo(file: string | undefined): 'pipe' | number {
  return file === undefined ? 'pipe' : openSync(file, 'a');
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
