/**
 * @file What of the browser shell outlasts its process, so that open pages come back: its port, and its sessions. Without a
 * box that survives a restart only the port is kept.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../../../src-shared/json-in.ts';
import type { SealContext, Sealed, SecretBox } from '../../app.ts';
import { writeWhole } from '../../ground/files/whole-file.ts';

const sessionSchema = z.strictObject({
  id: z.string().max(36),
  begunAt: z.number(),
  activeAt: z.number(),
  /** Digests, as base64url. */
  returnKeys: z.array(z.string().max(100)).max(100),
});
const sessionsSchema = z.array(sessionSchema).max(100);

/** A session without any of its secrets. Times in milliseconds since 1970. */
export type KeptSession = z.infer<typeof sessionSchema>;

export interface KeptShell {
  port: number;
  sessions: readonly KeptSession[];
}

/** Where a shell is kept. Neither function throws or rejects: without it, pages are signed in by a new address. */
export interface ShellKeeper {
  read: () => Promise<KeptShell | undefined>;
  write: (kept: KeptShell) => Promise<void>;
}

const fileSchema = z.strictObject({ port: z.int().min(1).max(65_535), sessions: z.string().optional() });

/**
 * Keeps the shell in `browser-shell.json` of the data folder. The sessions are sealed for their port: who can write the
 * folder must not be able to add one.
 */
export function keepShellIn(folder: string, box: SecretBox): ShellKeeper {
  const path = join(folder, 'browser-shell.json');
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '');
      const file = fileSchema.safeParse(jsonIn(text));
      if (!file.success) return undefined;
      const { port, sessions } = file.data;
      return { port, sessions: await opened(box, sessions, contextOf(port)) };
    },
    async write({ port, sessions }) {
      try {
        const sealed = box.survivesRestart
          ? { sessions: await box.seal(JSON.stringify(sessions), contextOf(port)) }
          : undefined;
        writeWhole(path, JSON.stringify({ port, ...sealed }));
      } catch {
        // A full disk, or a key store that is closed: the page says later that the session has ended, and how to get in.
      }
    },
  };
}

/** Writes what is kept, each time as it is by then. */
export class Keeping {
  readonly #keeper: ShellKeeper | undefined;
  readonly #current: () => KeptShell;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(keeper: ShellKeeper | undefined, current: () => KeptShell) {
    this.#keeper = keeper;
    this.#current = current;
  }

  /** Something has changed; resolves once it is written. All changes until a writing begins share it. */
  note(): Promise<void> {
    if (this.#isOver) return this.#writing;
    this.#next ??= this.#writing.then(async () => {
      this.#next = undefined;
      this.#writing = this.#keeper?.write(this.#current()) ?? Promise.resolve();
      await this.#writing;
    });
    return this.#next;
  }

  /** Writes a last time: what ends from now on ends with the process, and its pages may come back. */
  async end(): Promise<void> {
    const last = this.note();
    this.#isOver = true;
    await last;
  }
}

const contextOf = (port: number): SealContext => ['browser-sessions', String(port)];

async function opened(box: SecretBox, sealed: string | undefined, context: SealContext): Promise<KeptSession[]> {
  if (sealed === undefined || !box.survivesRestart) return [];
  // Whatever the file says is tried; only what this box has sealed opens.
  const text = await box.open(sealed as Sealed, context).catch(() => undefined);
  const sessions = sessionsSchema.safeParse(jsonIn(text ?? ''));
  return sessions.success ? sessions.data : [];
}
