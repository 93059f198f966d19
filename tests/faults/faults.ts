/** @file The faults: the rows of the matrix. Each states what a person sees of it, and how the work is completed. */

import { copyFile, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { setTimeout as passTime } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Finished, RunningProcess, Workplace } from '../cli/tranship.ts';
import type { Gate } from './gate.ts';
import { isSent, isUpload, type Moment, partnerAt, type Reached } from './moments.ts';

/** All that a fault can act on. */
export interface Scene extends Reached {
  moment: Moment;
  gate: Gate;
  workplace: Workplace;
  /** `send --wait`, which stands at the moment. */
  sending: RunningProcess;
  /** The source file, and another one of the same size. */
  file: string;
  otherFile: string;
}

export interface Fault {
  name: string;
  /** Another answer is given in place of the true one. */
  answers?: true;
  /** An answer that the storage gives only when it holds the file. */
  provesStored?: true;
  /** It happens to the source file, which is sent as one batch. */
  hitsFile?: true;
  /** Answers of other requests than the one at the moment may be lost too. */
  losesReplies?: true;
  /** The service says VALIDATION_STARTED of a file that has not come. */
  isEarly?: true;
  /** It happens only at these moments. */
  only?: (moment: Moment) => boolean;
  /** Makes it happen at the moment, and does what is needed until the file is at its end; gives the last command. */
  happen(scene: Scene): Promise<Finished>;
}

const DONE = 0;
const REFUSED = 1;
const CONNECTION = 3;
const LEFT_IN_QUEUE = 4;

/** How long a network is away, and a laptop asleep. */
const AWAY_MS = 1500;

/** How a command ends that sees the batch to its end: a refused one is no success. */
const endOf = ({ moment }: Scene) => (moment === 'report download' ? REFUSED : DONE);

async function finishesByItself(scene: Scene): Promise<Finished> {
  return expectEnd(await scene.sending.ended, endOf(scene));
}

async function workFinishes(scene: Scene): Promise<Finished> {
  return expectEnd(await scene.workplace.run(['work', '--until-idle', '--json']), endOf(scene));
}

function expectEnd(finished: Finished, exitCode: number): Finished {
  const { stdout, stderr } = finished;
  expect({ exitCode: finished.exitCode, stderr, ...(finished.exitCode === exitCode ? {} : { stdout }) }).toEqual({
    exitCode,
    stderr: '',
  });
  return finished;
}

function letGo({ held, letRecord }: Scene): void {
  held.release();
  letRecord();
}

const killed: Fault = {
  name: 'kill -9, then work',
  losesReplies: true,
  async happen(scene) {
    await scene.sending.kill('SIGKILL');
    // A side that reads nothing does not notice by itself that the other side is gone.
    scene.held.passage.cut();
    letGo(scene);
    return await workFinishes(scene);
  },
};

const interrupted: Fault = {
  name: 'Ctrl-C, then work',
  losesReplies: true,
  async happen(scene) {
    const ending = scene.sending.kill('SIGINT');
    scene.letRecord();
    const { exitCode } = await ending;
    scene.held.passage.cut();
    scene.held.release();
    expect(exitCode).toBe(LEFT_IN_QUEUE);
    return await workFinishes(scene);
  },
};

const paused: Fault = {
  name: 'Ctrl-C, pause, work, resume, work',
  losesReplies: true,
  async happen(scene) {
    const { workplace, held, letRecord, gate } = scene;
    const ending = scene.sending.kill('SIGINT');
    letRecord();
    await ending;
    held.passage.cut();
    held.release();
    const paused = await workplace.run(['queue', 'pause', '1', '--json']);
    // What has been sent whole cannot be paused any more, and then there is nothing to resume.
    const possible = paused.submission.state === 'paused' ? DONE : REFUSED;
    expectEnd(paused, possible);
    const uploads = () => gate.tenant.requests.filter(({ endpoint }) => endpoint === 'upload').length;
    const before = uploads();
    const idle = await workplace.run(['work', '--until-idle', '--json']);
    expect(uploads()).toBe(before);
    expect([LEFT_IN_QUEUE, endOf(scene)]).toContain(idle.exitCode);
    expectEnd(await workplace.run(['queue', 'resume', '1', '--json']), possible);
    // That run has taken it to its end; for the next one it is history.
    if (possible === REFUSED) return expectEnd(idle, endOf(scene));
    return await workFinishes(scene);
  },
};

const cancelled: Fault = {
  name: 'Ctrl-C, cancel, retry, work',
  losesReplies: true,
  isEarly: true,
  only: isUpload,
  async happen(scene) {
    const { workplace, held } = scene;
    const ending = scene.sending.kill('SIGINT');
    scene.letRecord();
    await ending;
    held.passage.cut();
    held.release();
    expectEnd(await workplace.run(['queue', 'cancel', '1', '--json']), DONE);
    expectEnd(await workplace.run(['queue', 'retry', '1', '--json']), DONE);
    return await workFinishes(scene);
  },
};

const cut: Fault = {
  name: 'connections reset (RST)',
  losesReplies: true,
  async happen(scene) {
    scene.gate.cut();
    letGo(scene);
    const ended = await finishesByItself(scene);
    const trouble = expect.objectContaining({ event: 'trouble', code: 'network.cut' });
    // A question on a connection that was used before may be repeated on another one, and no one need hear of it.
    const isUnheard = ['after reply, no record yet', 'polling'].includes(scene.moment);
    if (!isUnheard) expect(ended.events).toContainEqual(trouble);
    return ended;
  },
};

const gone: Fault = {
  name: 'network gone, then back',
  losesReplies: true,
  async happen(scene) {
    await scene.gate.shut();
    letGo(scene);
    await passTime(AWAY_MS);
    await scene.gate.reopen();
    return await finishesByItself(scene);
  },
};

const frozen: Fault = {
  name: 'half-open: nothing moves, no RST',
  losesReplies: true,
  async happen(scene) {
    scene.gate.freeze();
    letGo(scene);
    return await finishesByItself(scene);
  },
};

const asleep: Fault = {
  name: 'stopped and continued (SIGSTOP)',
  losesReplies: true,
  async happen(scene) {
    scene.sending.kill('SIGSTOP');
    letGo(scene);
    await passTime(AWAY_MS);
    scene.sending.kill('SIGCONT');
    return await finishesByItself(scene);
  },
};

interface Reply {
  status: number;
  code: string;
  headers?: Readonly<Record<string, string>>;
  message?: string;
}

/** Another answer in place of the true one, in the format of whose answer it is. */
function answer({ held, moment }: Scene, { status, code, headers = {}, message = 'Made up.' }: Reply): void {
  if (partnerAt(moment) === 'service') {
    held.passage.answer(status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify({ message }));
  } else {
    const xml = `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    held.passage.answer(status, { 'Content-Type': 'application/xml', ...headers }, xml);
  }
  held.release();
}

/** An answer after which the process continues by itself; for as long as it asks to wait, it is left alone. */
function passing(name: string, reply: Reply): Fault {
  return {
    name,
    answers: true,
    async happen(scene) {
      const { seen } = scene.gate;
      const { kind, path } = scene.held.request;
      const [answeredAt, before] = [performance.now(), seen.length];
      answer(scene, reply);
      const ended = await finishesByItself(scene);
      // The other batch is reserved at the same path, and may just have asked as well.
      const isSame = kind !== 'reserve' && kind !== 'token';
      const again = isSame
        ? seen.slice(before).find((request) => request.kind === kind && request.path === path)
        : undefined;
      const pause = Number(reply.headers?.['Retry-After'] ?? 0) * 1000;
      // Timers may ring a millisecond early.
      if (again !== undefined) expect(again.at - answeredAt).toBeGreaterThanOrEqual(pause - 2);
      return ended;
    },
  };
}

/** The storage does not want the upload, once: no verdict on the address, and no reason to believe a word of the service. */
function refusedOnce(name: string, status: number, code: string): Fault {
  return { ...passing(name, { status, code }), isEarly: true, only: isUpload };
}

/** The storage sends the upload on within itself. */
const sentOn: Fault = {
  name: '307 within the storage',
  answers: true,
  isEarly: true,
  only: isUpload,
  async happen(scene) {
    const { target } = scene.held.request;
    answer(scene, { status: 307, code: 'TemporaryRedirect', headers: { Location: `/regional${target}` } });
    return await finishesByItself(scene);
  },
};

/** What the storage says once an address is over, by its own clock. */
export const ADDRESS_OVER = {
  status: 403,
  headers: { 'Content-Type': 'application/xml', Date: new Date(Date.now() + 3_600_000).toUTCString() },
  body: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
};

/**
 * The last block is lost, or its reply, and by the time that the storage is asked again the address is over. What arrived
 * is proven by the service; for what did not, a person decides.
 */
const lostAndOver: Fault = {
  name: 'last block lost, then the address over',
  losesReplies: true,
  isEarly: true,
  only: (moment) => moment === 'last byte' || moment === 'after body, no reply yet',
  async happen(scene) {
    const { gate, held, workplace, moment } = scene;
    const again = gate.hold('upload', 'asked', ({ path }) => path === held.request.path);
    held.passage.cut();
    held.release();
    const { passage, release } = await again;
    passage.answer(ADDRESS_OVER.status, ADDRESS_OVER.headers, ADDRESS_OVER.body);
    release();
    if (moment !== 'last byte') return await finishesByItself(scene);
    const ended = expectEnd(await scene.sending.ended, LEFT_IN_QUEUE);
    expect(ended.submission.batches).toContainEqual(
      expect.objectContaining({ state: 'unknown', error: 'batch.unproven' }),
    );
    expect(ended.events).toContainEqual(
      expect.objectContaining({
        event: 'trouble',
        code: 'batch.unproven',
        remedy: expect.stringContaining('queue retry'),
      }),
    );
    expectEnd(await workplace.run(['queue', 'retry', '1', '--json']), DONE);
    const worked = await workFinishes(scene);
    const givenUp = worked.submission.batches.filter(({ abandoned }) => abandoned.length > 0);
    expect(givenUp.map(({ abandoned }) => held.request.path.includes(abandoned[0] ?? '?'))).toEqual([true]);
    return worked;
  },
};

/**
 * An answer that means what it says: the batch is given up until a person retries. In the middle of a body it may be
 * read either way, since the process may have handed over all of it by then; what counts is that nothing is doubled.
 */
function refusing(name: string, reply: Reply): Fault {
  return {
    name,
    answers: true,
    async happen(scene) {
      answer(scene, reply);
      return await finishesOrIsRetried(scene);
    },
  };
}

async function finishesOrIsRetried(scene: Scene): Promise<Finished> {
  if (['polling', 'report download'].includes(scene.moment)) return await finishesByItself(scene);
  const ended = await scene.sending.ended;
  if (ended.exitCode === DONE) return ended;
  expectEnd(ended, REFUSED);
  expectEnd(await scene.workplace.run(['queue', 'retry', '1', '--json']), DONE);
  return await workFinishes(scene);
}

const expired = passing('401; storage: 403 expired', {
  status: 403,
  code: 'AccessDenied',
  message: 'Request has expired',
});
const unauthorized = passing('401', { status: 401, code: '' });

const tokenOrAddressExpired: Fault = {
  ...expired,
  happen: (scene) => (partnerAt(scene.moment) === 'service' ? unauthorized : expired).happen(scene),
};

const forbidden: Fault = {
  name: '403 not allowed',
  answers: true,
  isEarly: true,
  async happen(scene) {
    const message = 'The request signature we calculated does not match the signature you provided.';
    answer(scene, { status: 403, code: 'SignatureDoesNotMatch', message });
    if (partnerAt(scene.moment) === 'storage') return await finishesByItself(scene);
    // Only a person can help: nothing more is sent until somebody has.
    expectEnd(await scene.sending.ended, CONNECTION);
    return await workFinishes(scene);
  },
};

/** A fault of the source file: what was not checked must not leave; what has left is followed to its end. */
function fileFault(name: string, change: (scene: Scene) => Promise<void>): Fault {
  return {
    name,
    hitsFile: true,
    async happen(scene) {
      await change(scene);
      letGo(scene);
      if (isSent(scene.moment)) return await finishesByItself(scene);
      const ended = expectEnd(await scene.sending.ended, REFUSED);
      expect(ended.submission).toMatchObject({
        state: 'failed',
        batches: [{ error: expect.stringMatching(/^file\./) }],
      });
      return ended;
    },
  };
}

const rewritten = fileFault('file: a digit changed in place', async ({ file }) => {
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  await handle.write('x', size - 20);
  await handle.close();
});

const truncated = fileFault('file: truncated', async ({ file }) => {
  await truncate(file, (await stat(file)).size - 1000);
});

const replaced = fileFault('file: replaced by another', async ({ file, otherFile }) => {
  await copyFile(otherFile, `${file}.new`);
  await rename(`${file}.new`, file);
});

const deleted = fileFault('file: deleted', ({ file }) => rm(file));

export const faults: readonly Fault[] = [
  frozen,
  killed,
  interrupted,
  paused,
  cancelled,
  cut,
  gone,
  asleep,
  passing('500', { status: 500, code: 'InternalError' }),
  passing('503 SlowDown', { status: 503, code: 'SlowDown' }),
  tokenOrAddressExpired,
  forbidden,
  refusedOnce('403 AccessDenied, once', 403, 'AccessDenied'),
  refusedOnce('400, once', 400, 'InvalidRequest'),
  refusedOnce('411, once', 411, 'MissingContentLength'),
  refusedOnce('501, once', 501, 'NotImplemented'),
  sentOn,
  lostAndOver,
  passing('503 with Retry-After', { status: 503, code: 'SlowDown', headers: { 'Retry-After': '2' } }),
  passing('429 with Retry-After', { status: 429, code: 'TooManyRequests', headers: { 'Retry-After': '1' } }),
  refusing('409', { status: 409, code: 'ConditionalRequestConflict' }),
  { ...refusing('412', { status: 412, code: 'PreconditionFailed' }), provesStored: true },
  rewritten,
  truncated,
  replaced,
  deleted,
];

/** How many reservations may have gone without an answer that was heard: one for each upload at the same time. */
export function unheardReservations({ answers, losesReplies }: Fault, moment: Moment): number {
  if (losesReplies) return 2;
  return answers && moment === 'reserved, no reply yet' ? 1 : 0;
}

/** Why a fault cannot happen at a moment; undefined when it can. */
export function impossible({ answers, provesStored, only }: Fault, moment: Moment): string | undefined {
  if (only?.(moment) === false) return 'it is about another moment';
  if (answers && moment === 'after reply, no record yet') return 'the answer has been given';
  // Once the last block may have left, a storage that says so does have the file: that is the moment after the body.
  if (provesStored && (moment === 'middle' || moment === 'last byte')) return 'the storage has nothing yet';
  return undefined;
}
