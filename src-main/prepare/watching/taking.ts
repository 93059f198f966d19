/**
 * @file One file of a watched folder, from the moment it stands still until it is in `done` or `refused`. Each step is noted
 * in the journal before it is taken; after a crash it continues from there, and what was done is not done twice.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, assertNever, type ErrorRecord, toAppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { Clock } from '../../ground/clock.ts';
import { removeFolder } from '../../ground/files/remove-folder.ts';
import { copyClaimed, copyFolderOf } from './claimed-copy.ts';
import type { WatchJournal } from './journal.ts';
import { type Entry, isOver, type Outcome } from './journal-entry.ts';
import { DONE, isUnchanged, type Listed, REFUSED } from './landing.ts';
import { factsIn } from './listing.ts';
import { claim, factsInWork, hasArrived, isInWork, moveOut } from './places.ts';
import type { Preparation, Prepare, WatchEvent, WatchedFolderSettings, WatchQueue } from './ports.ts';
import type { Companion } from './reservation.ts';
import { dayOf, whyText } from './why-text.ts';

export interface TakingPorts {
  /** The data folder. */
  dataFolder: string;
  journal: WatchJournal;
  clock: Clock;
  prepare: Prepare;
  queue: WatchQueue;
  /** Rejects with an AppError where nothing should be claimed now: a connection or a template is gone. */
  requireUsable: () => Promise<void>;
  tell: (event: WatchEvent) => void;
}

/** It changes although it was claimed: its writer has it open. */
export class StillChanging extends Error {}

export class Taking {
  readonly #settings: WatchedFolderSettings;
  readonly #ports: TakingPorts;

  constructor(settings: WatchedFolderSettings, ports: TakingPorts) {
    this.#settings = settings;
    this.#ports = ports;
  }

  /** Claims a file that stands still. Returns its entry; another watcher may have been faster. @throws AppError */
  async claim({ name, ...facts }: Listed, marker: string | undefined): Promise<Entry> {
    const { journal, tell } = this.#ports;
    const entry: Entry = { ...this.#entryOf({ name, ...facts }), ...(marker !== undefined && { marker }) };
    const left: Entry = { ...entry, step: 'left' };
    journal.note(entry);
    const isOurs = await claim(entry, this.#settings).catch((thrown: unknown) => {
      // It is still in the folder, and is claimed again once it can be.
      journal.note(left);
      throw thrown;
    });
    const next: Entry = isOurs ? { ...entry, step: 'claimed' } : left;
    journal.note(next);
    if (isOurs) tell({ kind: 'claimed', name, bytes: facts.bytes });
    return next;
  }

  /** Notes a file without a byte, which is left where it is. Returns whether it was not noted before. @throws AppError */
  noteEmpty(file: Listed): boolean {
    const { journal } = this.#ports;
    const entry: Entry = { ...this.#entryOf(file), step: 'left' };
    for (const { folder, name, facts } of journal.all())
      if (folder === entry.folder && name === file.name && isUnchanged(facts, file)) return false;
    journal.note(entry);
    return true;
  }

  #entryOf({ name, ...facts }: Listed): Entry {
    const { folder, connection, template } = this.#settings;
    return {
      claim: randomUUID(),
      step: 'claiming',
      folder,
      name,
      facts,
      connection,
      ...(template !== undefined && { template }),
      at: this.#ports.clock.now(),
      prepared: [],
      submissions: [],
      faults: 0,
      isDoubtful: false,
      details: [],
    };
  }

  /**
   * Takes all steps that are left. Rejects with StillChanging; with an AppError where it does not continue for now; with the
   * signal's reason.
   */
  async proceed(from: Entry, signal: AbortSignal): Promise<void> {
    let entry = from;
    while (!isOver(entry)) {
      signal.throwIfAborted();
      entry = await this.#next(entry, signal);
      this.#ports.journal.note(entry);
      this.#tell(entry);
    }
    await this.#tidyUp(entry);
  }

  async #next(entry: Entry, signal: AbortSignal): Promise<Entry> {
    switch (entry.step) {
      case 'claiming':
        return await this.#resumeClaim(entry);
      case 'claimed':
        return await this.#prepare(entry, signal);
      case 'prepared':
        return await this.#add(entry, signal);
      case 'added':
        return await this.#judge(entry, signal);
      case 'moving':
        return await this.#move(entry);
      case 'moved':
      case 'left':
        return entry;
      default:
        return assertNever(entry.step);
    }
  }

  /** The process ended while it claimed the file: if that is not in its place, it is still where it was, or another's. */
  async #resumeClaim(entry: Entry): Promise<Entry> {
    return { ...entry, step: (await isInWork(entry)) ? 'claimed' : 'left' };
  }

  async #prepare(entry: Entry, signal: AbortSignal): Promise<Entry> {
    const { dataFolder, journal, prepare } = this.#ports;
    const { claim: id, name, folder } = entry;
    // A share that is away may show an empty folder in its place: then it is back with the share.
    if (!(await isInWork(entry)))
      throw new AppError('watch.cannot-move', { name, folder, reason: fact('it is not there any more') });
    const copied = await copyClaimed(entry, { dataFolder, shared: this.#settings.shared }, signal);
    if (copied.kind === 'unfit') return refused(entry, copied.error);
    if (copied.kind === 'changed') {
      journal.note({ ...entry, facts: copied.facts });
      throw new StillChanging();
    }
    const { path, sha256 } = copied;
    let made: Preparation;
    try {
      const twin = this.#twinOf(entry, sha256);
      if (twin !== undefined) return refused({ ...entry, sha256 }, sameContent(entry, twin));
      made = await prepare({ path, name, claim: id }, signal);
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      const error = toAppError(thrown);
      if (error.code === 'file.changed') throw new StillChanging();
      if (error.retryable || error.code === 'internal.unexpected') throw error;
      return refused({ ...entry, sha256 }, error);
    } finally {
      // One that another program has open is removed at the end; what was made of it counts.
      await removeFolder(copyFolderOf(dataFolder, entry)).catch(() => {});
    }
    if (await this.#isGrowing(entry)) throw new StillChanging();
    const { files, faults, isDoubtful, details } = made;
    return { ...entry, step: 'prepared', sha256, prepared: [...files], faults, isDoubtful, details: [...details] };
  }

  /** Its writer has gone on with it after it was copied, which was no whole then. Another file in its place says nothing. */
  async #isGrowing(entry: Entry): Promise<boolean> {
    const found = await factsInWork(entry);
    const facts = found && factsIn(found);
    return facts?.identity === entry.facts.identity && !isUnchanged(entry.facts, facts);
  }

  async #add(entry: Entry, signal: AbortSignal): Promise<Entry> {
    const { queue } = this.#ports;
    const { prepared, faults, isDoubtful } = entry;
    const known = prepared.map(({ path }) => queue.addedAs(path));
    const isMissing = prepared.some(({ path }, index) => known[index] === undefined && !existsSync(path));
    // Somebody has tidied up in the data folder. Nothing is added twice: what was added keeps its place.
    if (isMissing && known.every((id) => id === undefined)) return { ...entry, step: 'claimed', prepared: [] };
    if (prepared.length === 0)
      return refused(entry, new AppError('watch.nothing-prepared', { name: entry.name, faults }));
    const submissions: number[] = [];
    for (const [index, file] of prepared.entries()) {
      signal.throwIfAborted();
      submissions.push(known[index] ?? (await queue.add(file, this.#settings, isDoubtful || faults > 0)));
    }
    return { ...entry, step: 'added', submissions };
  }

  async #judge(entry: Entry, signal: AbortSignal): Promise<Entry> {
    let error: ErrorRecord | undefined;
    let awaitsRelease = false;
    let note: ErrorRecord | undefined;
    for (const submission of entry.submissions) {
      const verdict = await this.#ports.queue.checked(submission, signal);
      if (verdict.kind === 'refused') error ??= verdict.error;
      if (verdict.kind !== 'awaits-release') continue;
      awaitsRelease = true;
      note ??= verdict.note;
    }
    if (error === undefined && entry.faults > 0)
      error = new AppError('watch.rows-refused', { name: entry.name, faults: entry.faults }).toRecord();
    const outcome: Outcome =
      error === undefined ? { kind: 'done', awaitsRelease, ...(note && { note }) } : { kind: 'refused', error };
    return { ...entry, step: 'moving', outcome };
  }

  async #move(entry: Entry): Promise<Entry> {
    const { journal, clock } = this.#ports;
    if (entry.to !== undefined && (await hasArrived(entry, entry.to))) return { ...entry, step: 'moved' };
    if (!(await isInWork(entry))) return { ...entry, step: 'left' };
    const { outcome } = entry;
    const into = [outcome?.kind === 'refused' ? REFUSED : DONE, dayOf(clock.now())] as const;
    const told = outcome?.kind === 'refused' ? outcome.error : outcome?.note;
    const companions = told === undefined ? [] : this.#companionsOf(entry, told);
    const to = await moveOut(entry, into, companions, (place) => journal.note({ ...entry, to: place }));
    return { ...entry, step: 'moved', to };
  }

  #companionsOf(entry: Entry, error: ErrorRecord): Companion[] {
    const { name, submissions, details } = entry;
    const findings: Companion[] = submissions.flatMap((submission, index) => {
      const content = this.#ports.queue.findingsOf(submission);
      const ending = submissions.length === 1 ? '.findings.csv' : `.findings-${index + 1}.csv`;
      return content === undefined ? [] : [{ ending, content }];
    });
    const kept = details.filter(({ path }) => existsSync(path));
    const beside = [
      ...kept.map(({ ending, path }) => ({ ending, content: createReadStream(path, 'utf8') })),
      ...findings,
    ];
    const isRefused = entry.outcome?.kind === 'refused';
    const content = whyText({ name, error, submissions, isRefused, endings: beside.map(({ ending }) => ending) });
    return [...beside, { ending: isRefused ? '.why.txt' : '.waits.txt', content }];
  }

  /** An entry with the same content for the same purpose that was not given up. */
  #twinOf({ claim: own, connection, template }: Entry, sha256: string): Entry | undefined {
    for (const other of this.#ports.journal.all()) {
      const isSame = other.sha256 === sha256 && other.connection === connection && other.template === template;
      const { submissions } = other;
      if (!isSame || other.claim === own || submissions.length === 0) continue;
      if (submissions.some((id) => this.#ports.queue.stands(id))) return other;
    }
    return undefined;
  }

  /** The copy is of no more use, nor is what was made of a file that did not come into the queue. */
  async #tidyUp(entry: Entry): Promise<void> {
    const { dataFolder } = this.#ports;
    const made = ['inbox', 'prepared'].map((folder) => join(dataFolder, folder, entry.claim));
    const unused = [copyFolderOf(dataFolder, entry), ...(entry.submissions.length > 0 ? [] : made)];
    for (const folder of unused) await removeFolder(folder).catch(() => {});
  }

  #tell(entry: Entry): void {
    const { tell } = this.#ports;
    const { step, name, facts, prepared, faults, submissions, outcome, to = '' } = entry;
    if (step === 'claimed') tell({ kind: 'claimed', name, bytes: facts.bytes });
    if (step === 'prepared') tell({ kind: 'prepared', name, files: prepared.length, faults });
    if (step === 'added') tell({ kind: 'added', name, submissions });
    if (step === 'left' && outcome !== undefined) tell({ kind: 'taken-away', name, submissions });
    if (step !== 'moved') return;
    if (outcome?.kind === 'refused') tell({ kind: 'refused', name, to, submissions, error: outcome.error });
    else tell({ kind: 'done', name, to, submissions, awaitsRelease: outcome?.awaitsRelease === true });
  }
}

function refused(entry: Entry, error: AppError): Entry {
  return { ...entry, step: 'moving', outcome: { kind: 'refused', error: error.toRecord() } };
}

function sameContent({ name }: Entry, twin: Entry): AppError {
  const [id = 0] = twin.submissions;
  return new AppError('watch.same-content', { name, other: twin.name, id, at: new Date(twin.at).toISOString() });
}
