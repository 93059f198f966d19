/**
 * @file The files of the data folder that hold customer data: whose they are, what there is of them, and their removal. What a person has
 * put there stays: only what has a name that Tranship gives is removed.
 */

import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubmissionId } from '../../send/batch.ts';
import { ID_FOLDER } from '../../send/sent-before/id-indexes.ts';
import { batchOfReport } from '../../wire/following/report.ts';

/** Where a browser's file was put, whatever the folder was called then. */
const INBOX = /[\\/]inbox[\\/]([0-9a-f-]{36})[\\/][^\\/]+$/;

/** The folder of a file that a browser is to fetch. */
const DOWNLOAD = /^[0-9a-f-]{36}$/;

/** Where a file of a preparation is. */
const PREPARED = /[\\/]prepared[\\/]([0-9a-f-]{36})[\\/]files[\\/]([^\\/]+)$/;

/** What there is of one kind: files, their bytes, and the time of the oldest (ms since the epoch). */
export interface FileFigures {
  count: number;
  bytes: number;
  since: number | undefined;
}

export class KeptFiles {
  readonly #folder: string;

  /** @param folder the data folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Removes the copy in the inbox, if the content of a submission is there. Returns whether there was one. */
  async removeInboxCopy(content: string): Promise<boolean> {
    const id = INBOX.exec(content)?.[1];
    return id !== undefined && (await remove(join(this.#folder, 'inbox', id)));
  }

  /** Removes the content of a submission that was prepared here; with the last file of a preparation, all of it. Returns whether there was one. */
  async removePrepared(content: string): Promise<boolean> {
    const [, preparation, name] = PREPARED.exec(content) ?? [];
    if (preparation === undefined || name === undefined) return false;
    const folder = join(this.#folder, 'prepared', preparation);
    const wasThere = await remove(join(folder, 'files', name));
    const others = (await namesIn(join(folder, 'files'))).filter((other) => other.endsWith('.jsonl'));
    // The findings are no file to send.
    if (others.every((other) => other === 'findings.jsonl')) await remove(folder);
    return wasThere;
  }

  /** Removes what is kept of these batches: reports, and what the practice tenant has of them. Returns how many files. */
  async removeOfBatches(ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    const tenant = join(this.#folder, 'practice', 'tenant');
    let removed = 0;
    await this.removeReadings((batchId) => wanted.has(batchId));
    for (const [name, batchId] of await this.#reports())
      if (wanted.has(batchId) && (await remove(join(this.#folder, 'reports', name)))) removed += 1;
    for (const folder of [join(tenant, 'batches'), join(tenant, 'reports')]) {
      for (const name of await namesIn(folder)) {
        if (wanted.has(batchIdOf(name)) && (await remove(join(folder, name)))) removed += 1;
      }
    }
    return removed;
  }

  /** Removes what was read out of reports, with the findings beside it; it is read again when it is asked for. */
  async removeReadings(isMeant: (batchId: string) => boolean): Promise<void> {
    const folder = join(this.#folder, 'report-entries');
    for (const name of await namesIn(folder)) {
      if (isMeant(batchIdOf(name))) await remove(join(folder, name));
    }
  }

  async hasIdIndex(id: SubmissionId): Promise<boolean> {
    return (await look(join(this.#folder, ID_FOLDER, `${id}.ids`))) !== undefined;
  }

  /** Removes the index of the modification ids of a submission, and what was made for a team ledger. Returns whether there was one. */
  async removeIdIndex(id: SubmissionId): Promise<boolean> {
    const folder = join(this.#folder, ID_FOLDER);
    for (const name of await namesIn(folder)) {
      if (name.startsWith(`${id}.ids.`)) await remove(join(folder, name));
    }
    return await remove(join(folder, `${id}.ids`));
  }

  /** Removes the reports that came before this time, except those of batches that are still open. Returns how many. */
  async removeReportsBefore(time: number, isOpen: (batchId: string) => boolean): Promise<number> {
    let removed = 0;
    for (const [name, batchId] of await this.#reports()) {
      const path = join(this.#folder, 'reports', name);
      const found = await look(path);
      if (found === undefined || !found.isFile() || found.mtimeMs >= time || isOpen(batchId)) continue;
      await this.removeReadings((other) => other === batchId);
      if (await remove(path)) removed += 1;
    }
    return removed;
  }

  /** The reports by the names of their files, each with the id of its batch. */
  async #reports(): Promise<[string, string][]> {
    return (await namesIn(join(this.#folder, 'reports'))).flatMap((name) => {
      const batchId = batchOfReport(name);
      return batchId === undefined ? [] : [[name, batchId.toLowerCase()]];
    });
  }

  /** What there is of reports that no open batch needs, with what was read out of them. */
  async figuresOfReports(isOpen: (batchId: string) => boolean): Promise<FileFigures> {
    const ended = (await this.#reports()).filter(([, batchId]) => !isOpen(batchId));
    const of = async (folder: string, names: readonly string[]) =>
      sum(await Promise.all(names.map((name) => figures(join(this.#folder, folder, name)))));
    const names = ended.map(([name]) => name);
    const batchIds = new Set(ended.map(([, batchId]) => batchId));
    const all = await namesIn(join(this.#folder, 'report-entries'));
    const readings = all.filter((name) => batchIds.has(batchIdOf(name)));
    return sum([await of('reports', names), { ...(await of('report-entries', readings)), count: 0 }]);
  }

  /** What there is of a content that Tranship has made: the copy of a browser's file, or a prepared one. */
  async figuresOfCopy(content: string): Promise<FileFigures> {
    return INBOX.test(content) || PREPARED.test(content) ? await figures(content) : sum([]);
  }

  /** Removes the databases that were set aside as damaged. Returns how many files. */
  async removeDamaged(): Promise<number> {
    const names = (await namesIn(this.#folder)).filter((name) => name.startsWith('queue.damaged-'));
    for (const name of names) await remove(join(this.#folder, name));
    return names.length;
  }

  /** Removes saved files that no browser has fetched since this time. */
  async removeDownloadsBefore(time: number): Promise<void> {
    const folder = join(this.#folder, 'downloads');
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      const found = await look(path);
      if (DOWNLOAD.test(name) && found !== undefined && found.mtimeMs < time) await remove(path);
    }
  }

  /** What there is in a folder of the data folder, and in the folders in it. */
  async figuresOf(name: string): Promise<FileFigures> {
    return await figures(join(this.#folder, name));
  }

  /** What there is of the queue's database, or of databases that were set aside as damaged. */
  async figuresOfDatabase(kind: 'queue' | 'damaged'): Promise<FileFigures> {
    const names = (await namesIn(this.#folder)).filter((name) =>
      kind === 'damaged' ? name.startsWith('queue.damaged-') : /^queue\.db(-wal)?$/.test(name),
    );
    return sum(await Promise.all(names.map((name) => figures(join(this.#folder, name)))));
  }
}

async function figures(path: string): Promise<FileFigures> {
  const found = await look(path);
  if (found === undefined) return sum([]);
  if (found.isFile()) return { count: 1, bytes: found.size, since: found.mtimeMs };
  let all = sum([]);
  for (const name of await namesIn(path)) all = sum([all, await figures(join(path, name))]);
  return all;
}

/** Of several together. */
export function sum(parts: readonly FileFigures[]): FileFigures {
  const times = parts.flatMap(({ since }) => (since === undefined ? [] : [since]));
  return {
    count: parts.reduce((total, { count }) => total + count, 0),
    bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
    since: times.length === 0 ? undefined : Math.round(Math.min(...times)),
  };
}

/** The name of a file of a batch begins with its id, which has no dot. */
function batchIdOf(name: string): string {
  return (name.split('.')[0] ?? '').toLowerCase();
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function look(path: string): Promise<Stats | undefined> {
  return await lstat(path).catch(() => undefined);
}

/** Returns whether it was there. @throws what node:fs throws, where it cannot be removed */
async function remove(path: string): Promise<boolean> {
  if ((await look(path)) === undefined) return false;
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
  return true;
}
