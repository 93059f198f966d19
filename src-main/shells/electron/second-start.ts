/**
 * @file A second start asks the first one to show its window, and learns whether it did.
 * [Note: The lock] belongs to the folder of Chromium. Electron refuses it alike when the first one was told, when it runs in
 * another session of this person (Windows finds it by a window of the same session, its file is still locked) or on
 * another computer, and when the lock cannot be made. So the second start sends a ticket, and the first one replies to it
 * by a file.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Clock, SECOND } from '../../ground/clock.ts';
import { PRIVATE_FILE } from '../../ground/files/own-folder.ts';

export interface Ticket {
  ticket: string;
}

const ticketSchema = z.object({ ticket: z.uuid() });

/** The first one may be busy with its own start, which takes several seconds on a slow disk or a busy computer. */
const LONGEST_WAIT = 15 * SECOND;
const PAUSE = SECOND / 20;

export function newTicket(): Ticket {
  return { ticket: randomUUID() };
}

/** In the first one. Does not throw: a second start without a reply says so. @param data what the second start has sent */
export function replyToSecond(chromiumFolder: string, data: unknown): void {
  const { data: sent } = ticketSchema.safeParse(data);
  if (sent === undefined) return;
  try {
    writeFileSync(replyFile(chromiumFolder, sent), '', { flag: 'wx', mode: PRIVATE_FILE });
  } catch {
    // A full disk, for example.
  }
}

/** In the second one: whether the first one has shown its window. */
export async function isReplied(chromiumFolder: string, ticket: Ticket, clock: Clock): Promise<boolean> {
  const file = replyFile(chromiumFolder, ticket);
  for (const end = clock.now() + LONGEST_WAIT; ; await clock.sleep(PAUSE)) {
    if (existsSync(file)) {
      rmSync(file, { force: true });
      return true;
    }
    if (clock.now() >= end) return false;
  }
}

function replyFile(chromiumFolder: string, { ticket }: Ticket): string {
  return join(chromiumFolder, `shown-${ticket}`);
}
