/** @file The faults: the rows of the virtual matrix. Each says what happens at the moment, and who helps afterwards. */

import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import { type Answer, json, xml } from '../harness/opponent/exchange.ts';
import type { VirtualCell } from './virtual-cell.ts';
import { isOfReport, isOfStorage, isSent, type VirtualMoment } from './virtual-moments.ts';
import type { Carried, Strike, WirePoint } from './virtual-wire.ts';

export interface VirtualFault {
  name: string;
  /** It happens only at these moments. */
  only?: (moment: VirtualMoment) => boolean;
  /** It happens to the source file, which is sent as one batch. */
  hitsFile?: true;
  /** The service says VALIDATION_STARTED of a file that has not come. */
  isEarly?: true;
  /** For how long real time passes before what stands still is given up. */
  stallSeconds?: number;
  /** Whether a person has to help before all is at its end; by default, nobody may have to. */
  person?: 'may' | 'must';
  /** Makes it happen, at once; says what becomes of the request. */
  happen(cell: VirtualCell): Strike | undefined;
  /** What happens to later requests. */
  later?(cell: VirtualCell, request: Carried, point: WirePoint): Strike | undefined;
  /** What is done once it has happened. */
  afterwards?(cell: VirtualCell): Promise<void>;
  /** What must be true at the end besides. */
  check?(cell: VirtualCell): void;
}

/** For so long a network is away: shorter than an address is valid. */
const AWAY = MINUTE;
/** For so long a laptop sleeps: longer than an address or a token is valid. */
const ASLEEP = 20 * MINUTE;

const isUpload = ({ endpoint }: VirtualMoment) => endpoint === 'upload';
const isAnswered = ({ point }: VirtualMoment) => point !== 'unrecorded' && point !== 'half-replied';

async function pass({ world }: VirtualCell, milliseconds: number): Promise<void> {
  const end = world.clock.now() + milliseconds;
  await world.run(() => world.clock.now() >= end);
}

const killed: VirtualFault = {
  name: 'killed',
  happen(cell) {
    cell.remains = cell.world.take();
    return 'freeze';
  },
  async afterwards({ world, remains }) {
    if (remains !== undefined) await world.goBack(remains);
    world.start();
  },
};

const stopped: VirtualFault = {
  name: 'stopped, and started again',
  happen: () => 'freeze',
  afterwards: async ({ world }) => await world.restart(),
};

/** No app sends while a person does this. */
async function whileNothingIsSent({ world }: VirtualCell, act: () => void): Promise<void> {
  await world.stop();
  world.start({ sends: false });
  act();
  await world.restart();
}

const paused: VirtualFault = {
  name: 'stopped, paused, and resumed',
  happen: () => 'freeze',
  async afterwards(cell) {
    const { world, stage } = cell;
    await whileNothingIsSent(cell, () => world.app.queue.actions.pause(stage.id));
    const uploads = world.times('upload').length;
    const { submission } = world.app.queue.view(stage.id);
    // What has been sent whole cannot be paused any more.
    if (submission.stage !== 'approved' || !submission.paused) return;
    await pass(cell, 10 * MINUTE);
    expect(world.times('upload')).toHaveLength(uploads);
    world.app.queue.actions.resume(stage.id);
  },
};

const cancelled: VirtualFault = {
  name: 'stopped, cancelled, and tried again',
  isEarly: true,
  only: isUpload,
  person: 'may',
  happen: () => 'freeze',
  async afterwards(cell) {
    const { world, stage } = cell;
    await whileNothingIsSent(cell, () => {
      world.app.queue.actions.cancel(stage.id);
      world.app.queue.actions.retry(stage.id);
    });
  },
};

const cut: VirtualFault = {
  name: 'connections cut',
  happen({ world }) {
    world.wire.cut();
    return 'cut';
  },
};

const gone: VirtualFault = {
  name: 'network gone, then back',
  happen({ world }) {
    world.wire.isAway = true;
    world.wire.cut();
    return 'cut';
  },
  async afterwards(cell) {
    await pass(cell, AWAY);
    cell.world.wire.isAway = false;
  },
};

const frozen: VirtualFault = { name: 'half-open: nothing moves', stallSeconds: 0.05, happen: () => 'freeze' };

const asleep: VirtualFault = {
  name: 'laptop asleep',
  happen({ world }) {
    world.clock.set(world.clock.now() + ASLEEP);
    return undefined;
  },
};

/** Another answer in place of the true one, in the format of whose answer it is. */
function madeUp(moment: VirtualMoment, status: number, code: string, headers: Answer['headers'] = {}): Answer {
  return isOfStorage(moment) ? xml(status, code, 'Made up', headers) : json(status, { message: 'Made up' }, headers);
}

/** An answer after which it goes on by itself; for as long as it asks to wait, nothing is asked. */
function passing(name: string, status: number, code: string, seconds = 0): VirtualFault {
  return {
    name,
    only: isAnswered,
    happen: ({ moment }) => madeUp(moment, status, code, seconds === 0 ? {} : { 'retry-after': String(seconds) }),
    check({ world, struck, moment }) {
      const { request, at = 0 } = struck ?? {};
      const isSame = moment.endpoint !== 'reserve' && moment.endpoint !== 'token';
      const again = world.opponent.journal.find(
        ({ target, at: later }) => isSame && later > at && target === request?.target,
      );
      if (again !== undefined) expect(again.at - at).toBeGreaterThanOrEqual(seconds * 1000);
    },
  };
}

/** The storage does not want the upload, once: no verdict on the address, and no reason to believe a word of the service. */
function refusedOnce(status: number, code: string): VirtualFault {
  return {
    ...passing(`${status} ${code}, once`, status, code),
    isEarly: true,
    only: (moment) => isUpload(moment) && isAnswered(moment),
  };
}

const expired: VirtualFault = {
  name: '401; storage: 403 expired',
  only: isAnswered,
  person: 'may',
  happen: ({ moment }) =>
    isOfStorage(moment) ? xml(403, 'AccessDenied', 'Request has expired') : json(401, { message: 'Unauthorized' }),
  check({ moment, helped }) {
    // Who gets no token needs another secret.
    expect(helped > 0).toBe(moment.endpoint === 'token');
  },
};

const forbidden = {
  name: '403 not allowed',
  only: isAnswered,
  isEarly: true,
  person: 'may',
  happen: ({ moment }) => madeUp(moment, 403, 'SignatureDoesNotMatch'),
  check({ moment, helped }) {
    // Only a person can help: nothing more is sent until somebody has.
    expect(helped > 0).toBe(!isOfStorage(moment));
  },
} satisfies VirtualFault;

const sentOn: VirtualFault = {
  name: '307 within the storage',
  isEarly: true,
  only: (moment) => isUpload(moment) && isAnswered(moment),
  happen: ({ struck }) =>
    xml(307, 'TemporaryRedirect', 'Please re-send this request there', { location: struck?.request.target ?? '' }),
};

/** The last block is lost, or its reply, and by the time that the storage is asked again the address is over. */
const lostAndOver: VirtualFault = {
  name: 'last block lost, then the address over',
  isEarly: true,
  person: 'may',
  only: ({ endpoint, point }) => endpoint === 'upload' && (point === 'last-byte' || point === 'reply'),
  happen: () => 'cut',
  later({ world, struck }, { path }, point) {
    if (path !== struck?.request.path || point !== 'asked') return undefined;
    const date = new Date(world.clock.now() + 60 * MINUTE).toUTCString();
    return xml(403, 'AccessDenied', 'Request has expired', { date });
  },
  check({ moment, helped }) {
    // What arrived is proven by the service; for what did not, a person decides.
    expect(helped > 0).toBe(moment.point === 'last-byte');
  },
};

/** An answer that means what it says: the batch is given up until a person retries. */
function refusing(status: number, code: string): VirtualFault {
  return {
    name: String(status),
    person: 'may',
    only: (moment) => {
      // Once the last block may have left, a storage that says so does have the file: that is the moment of the reply.
      const isEarlyProof =
        status === 412 && isUpload(moment) && (moment.point === 'middle' || moment.point === 'last-byte');
      return isAnswered(moment) && !isEarlyProof;
    },
    happen: ({ moment }) => madeUp(moment, status, code),
  };
}

/** A fault of the source file: what was not checked must not leave; what has left is followed to its end. */
function ofFile(name: string, change: (file: string, content: Buffer) => void): VirtualFault {
  return {
    name: `file: ${name}`,
    hitsFile: true,
    person: 'may',
    only: (moment) => !isOfReport(moment),
    happen({ stage }) {
      change(stage.file, stage.content);
      return undefined;
    },
    check({ world, stage, moment, helped }) {
      const { batches } = world.app.queue.view(stage.id);
      const isRead = isUpload(moment) && moment.point !== 'asked';
      // What was read and compared before may leave; and what is sent is followed, whatever becomes of the file.
      if (!isRead && !isSent(moment))
        expect(batches.map(({ error }) => error?.code)).toEqual([expect.stringMatching(/^file\./)]);
      if (isSent(moment)) expect([helped, batches[0]?.state]).toEqual([0, 'processed']);
    },
  };
}

function otherContent(content: Buffer): Buffer {
  const other = Buffer.from(content);
  other.write('x', content.length - 20);
  return other;
}

export const virtualFaults: readonly VirtualFault[] = [
  killed,
  stopped,
  paused,
  cancelled,
  cut,
  gone,
  frozen,
  asleep,
  passing('500', 500, 'InternalError'),
  passing('503 SlowDown', 503, 'SlowDown'),
  passing('503 with Retry-After', 503, 'SlowDown', 20),
  passing('429 with Retry-After', 429, 'TooManyRequests', 10),
  expired,
  forbidden,
  refusedOnce(403, 'AccessDenied'),
  refusedOnce(400, 'InvalidRequest'),
  refusedOnce(411, 'MissingContentLength'),
  refusedOnce(501, 'NotImplemented'),
  sentOn,
  lostAndOver,
  refusing(409, 'ConditionalRequestConflict'),
  refusing(412, 'PreconditionFailed'),
  ofFile('a digit changed in place', (file, content) => writeFileSync(file, otherContent(content))),
  ofFile('truncated', (file, content) => truncateSync(file, content.length - 1000)),
  ofFile('replaced by another', (file, content) => {
    writeFileSync(`${file}.new`, otherContent(content));
    renameSync(`${file}.new`, file);
  }),
  ofFile('deleted', (file) => rmSync(file)),
];
