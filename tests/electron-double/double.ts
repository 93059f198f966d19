/** @file Starts an app in the double of Electron, follows what it does to the system, and plays the system to it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Act, type Commands, type DoubleOptions, fromDoubleSchema, type KeyStoreOptions } from './control.ts';

const entry = fileURLToPath(new URL('start.ts', import.meta.url));
/** The Node that this project installs, of the version in Electron. */
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
/** Where Node keeps what it has compiled of the double and of the app, and the TypeScript of the double without its types. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export interface StartOptions extends DoubleOptions {
  environment: NodeJS.ProcessEnv;
  workingFolder: string;
  /** A program that starts it, with its parameters. */
  under: readonly string[];
}

export class ElectronDouble {
  readonly #child: ChildProcess;
  readonly #acts: Act[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #output = '';
  #stdout = '';
  #stderr = '';
  #last = 0;
  /** The exit code, or the signal; resolves when the process has ended. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  #isOver = false;

  constructor({ environment, workingFolder, under, ...options }: StartOptions) {
    const [program = node, ...parameters] = [...under, node, '--unhandled-rejections=warn', entry];
    this.#child = spawn(program, parameters, {
      cwd: workingFolder,
      env: {
        NODE_COMPILE_CACHE: compiled,
        ...environment,
        ELECTRON_DOUBLE: JSON.stringify(options satisfies DoubleOptions),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
      this.#output += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.#output += text;
    });
    this.#child.on('message', (message) => this.#receive(message));
    this.ended = new Promise((resolve) => {
      this.#child.on('close', (code, signal) => {
        this.#isOver = true;
        for (const { reject } of this.#pending.values()) reject(new Error(`The app has ended.\n${this.#output}`));
        this.#pending.clear();
        this.#tell();
        resolve(code ?? signal);
      });
    });
  }

  /** What the app and the double printed. */
  get output(): string {
    return this.#output;
  }

  /** As `output`, of one stream. */
  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** What the app asked of the system so far. */
  acts(kind: string): Act[] {
    return this.#acts.filter((act) => act.kind === kind);
  }

  /** Waits for what the app asks of the system. @param number how many of them before */
  async act(kind: string, isIt: (act: Act) => boolean = () => true, number = 0): Promise<Act> {
    for (;;) {
      const found = this.acts(kind).filter(isIt)[number];
      if (found !== undefined) return found;
      if (this.#isOver) throw new Error(`The app has ended without “${kind}”.\n${this.#output}`);
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** Plays the system or the person. */
  async do<Name extends keyof Commands>(name: Name, input: Commands[Name]['input']): Promise<Commands[Name]['output']> {
    if (this.#isOver) throw new Error(`The app has ended.\n${this.#output}`);
    const id = ++this.#last;
    const value = await new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#child.send({ id, name, input });
    });
    // Its double keeps to the same table.
    return value as Commands[Name]['output'];
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #receive(message: unknown): void {
    const said = fromDoubleSchema.parse(message);
    if (said.type === 'act') this.#acts.push(said.act);
    else {
      const pending = this.#pending.get(said.id);
      this.#pending.delete(said.id);
      if (said.type === 'done') pending?.resolve(said.value);
      else pending?.reject(new Error(said.error));
    }
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }
}

/** A key store that works, beside what a test has in its folder. */
export function keyStoreIn(folder: string, unusual: Partial<KeyStoreOptions> = {}): KeyStoreOptions {
  const usual = { state: 'working', person: 'mara', backend: 'gnome_libsecret' } as const;
  return { ...usual, file: join(folder, 'key-store.json'), ...unusual };
}

/** The options of a start, with what a usual computer has. */
export function usualStart(
  given: Pick<StartOptions, 'endpoint' | 'appFolder' | 'workingFolder' | 'environment'> & Partial<StartOptions>,
): StartOptions {
  return {
    resourcesFolder: join(given.appFolder, 'build'),
    isPackaged: false,
    platform: process.platform,
    keyStore: keyStoreIn(given.workingFolder),
    notifications: 'shown',
    openPathProblem: '',
    proxy: 'DIRECT',
    displays: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    wasOpenedAtLogin: false,
    languages: ['en-GB', 'en'],
    openFiles: [],
    arguments: [],
    under: [],
    ...given,
  };
}
