/**
 * @file Several desks, one file, and every order of events: leases that end at any moment, desks that die, sleep and come back, a
 * ledger that is slow, away, or obeys without an answer, a service and a storage that do what the contract allows. No range is
 * lost, and none is sent twice.
 */

import fc from 'fast-check';
import { it } from 'vitest';
import { MINUTE, SECOND } from '../../../src-main/ground/clock.ts';
import { assertNever } from '../../../src-shared/errors.ts';
import { settle } from '../../fake-clock.ts';
import { runs } from '../../harness/night.ts';
import { type Course, courses } from '../../send/true-world.ts';
import type { Way } from './model-ledger.ts';
import { TeamDay } from './team-day.ts';

type Turn =
  | { kind: 'effect'; which: number; course: Course }
  | { kind: 'time-passes'; ms: number }
  | { kind: 'power-off'; desk: number }
  | { kind: 'power-on'; desk: number }
  | { kind: 'way'; desk: number; way: Way }
  | { kind: 'deliver'; desk: number }
  | { kind: 'role'; desk: number; isSender: boolean }
  | { kind: 'sleep'; desk: number }
  | { kind: 'wake'; desk: number; steadily: boolean }
  | { kind: 'clock-is-set'; desk: number; by: number };

class Command implements fc.AsyncCommand<object, TeamDay> {
  readonly #turn: Turn;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, day: TeamDay): Promise<void> {
    const turn = this.#turn;
    switch (turn.kind) {
      case 'effect':
        day.world.decide(turn.which, turn.course);
        break;
      case 'time-passes':
        await day.pass(turn.ms);
        break;
      case 'power-off': {
        const desk = day.desk(turn.desk);
        if (desk.state === 'runs') desk.powerOff();
        break;
      }
      case 'power-on': {
        const desk = day.desk(turn.desk);
        if (desk.state === 'off') desk.start();
        break;
      }
      case 'way': {
        const { way, state } = day.desk(turn.desk);
        if (way !== undefined && state === 'runs') way.way = turn.way;
        break;
      }
      case 'deliver':
        day.desk(turn.desk).way?.deliver('requests');
        await settle();
        if (day.desk(turn.desk).state === 'runs') day.desk(turn.desk).way?.deliver('answers');
        break;
      case 'role':
        day.desk(turn.desk).isSender = turn.isSender;
        break;
      case 'sleep':
        day.sleep(day.desk(turn.desk));
        break;
      case 'wake':
        day.wake(day.desk(turn.desk), turn.steadily);
        break;
      case 'clock-is-set':
        if (day.desk(turn.desk).state === 'runs') day.desk(turn.desk).setClock(turn.by);
        break;
      default:
        assertNever(turn);
    }
    await settle();
    await settle();
    day.requireSound();
  }

  toString(): string {
    return JSON.stringify(this.#turn);
  }
}

const which = fc.nat({ max: 9 });
const desk = fc.nat({ max: 2 });
const kind = <Kind extends Turn['kind']>(name: Kind) => fc.constant(name);
const course = fc.oneof(
  { arbitrary: fc.constant<Course>('well'), weight: 5 },
  { arbitrary: fc.constantFrom<Course>('cut-after-the-last-block', 'reply-lost', 'address-expires'), weight: 3 },
  { arbitrary: fc.constantFrom(...courses), weight: 2 },
);
const ms = fc.constantFrom(SECOND, 10 * SECOND, 30 * SECOND, 70 * SECOND, 4 * MINUTE);
const turns: fc.Arbitrary<Turn>[] = [
  ...Array.from({ length: 6 }, () => fc.record({ kind: kind('effect'), which, course })),
  ...Array.from({ length: 3 }, () => fc.record({ kind: kind('time-passes'), ms })),
  fc.record({ kind: kind('power-off'), desk }),
  fc.record({ kind: kind('power-on'), desk }),
  fc.record({ kind: kind('way'), desk, way: fc.constantFrom<Way>('prompt', 'prompt', 'slow', 'away', 'answers-lost') }),
  fc.record({ kind: kind('deliver'), desk }),
  fc.record({ kind: kind('role'), desk, isSender: fc.boolean() }),
  fc.record({ kind: kind('sleep'), desk }),
  fc.record({ kind: kind('wake'), desk, steadily: fc.boolean() }),
  fc.record({ kind: kind('clock-is-set'), desk, by: fc.constantFrom(-25 * 60 * MINUTE, -MINUTE, MINUTE, 60 * MINUTE) }),
];
const stories = fc.commands(
  turns.map((turn) => turn.map((each) => new Command(each))),
  { maxCommands: 60, size: 'max' },
);

/** Plays a story, then lets everything go well. */
async function play(story: (day: TeamDay) => Promise<void>): Promise<void> {
  const day = new TeamDay();
  try {
    await settle();
    await story(day);
    await day.clearUp();
    day.requireSound();
    day.requireComplete();
  } finally {
    await day.end();
  }
}

it('a part that comes back to a desk while its earlier upload still ends is sent from there', async () => {
  const turns: Turn[] = [
    { kind: 'effect', which: 0, course: 'well' },
    // The ledger answers this desk late, so another one takes the part, and sleeps then.
    { kind: 'way', desk: 0, way: 'slow' },
    { kind: 'time-passes', ms: 4 * MINUTE },
    { kind: 'sleep', desk: 1 },
    { kind: 'sleep', desk: 2 },
    { kind: 'time-passes', ms: 4 * MINUTE },
  ];
  await play(async (day) => {
    for (const turn of turns) await new Command(turn).run({}, day);
  });
});

it('an id that the service gave to two desks for two parts keeps neither from being known where the file was shared', async () => {
  const turns: Turn[] = [
    { kind: 'way', desk: 0, way: 'away' },
    { kind: 'effect', which: 0, course: 'well' },
    { kind: 'effect', which: 0, course: 'well' },
    // Its leases end, and another desk is given an id for the first part that this one was given for the second.
    { kind: 'time-passes', ms: 4 * MINUTE },
    { kind: 'effect', which: 0, course: 'same-id-again' },
  ];
  await play(async (day) => {
    for (const turn of turns) await new Command(turn).run({}, day);
  });
});

it('what a desk had begun before it slept says nothing of the same part when it takes it again', async () => {
  const turns: Turn[] = [
    { kind: 'way', desk: 0, way: 'away' },
    { kind: 'effect', which: 1, course: 'well' },
    { kind: 'sleep', desk: 0 },
    // Another desk is given an id for the part, and sleeps as well; both wake at once.
    { kind: 'time-passes', ms: 4 * MINUTE },
    { kind: 'effect', which: 2, course: 'well' },
    { kind: 'power-off', desk: 2 },
    { kind: 'sleep', desk: 1 },
    { kind: 'time-passes', ms: 70 * SECOND },
  ];
  await play(async (day) => {
    for (const turn of turns) await new Command(turn).run({}, day);
  });
});

it('no range is lost and none is sent twice, whichever lease ends at whichever moment', async () => {
  await fc.assert(
    fc.asyncProperty(stories, (commands) =>
      play((day) => fc.asyncModelRun(() => ({ model: {}, real: day }), commands)),
    ),
    // Rare: its story is told as it was, since making it shorter takes longer than a test may.
    { numRuns: runs(50, 5000), endOnFailure: true, timeout: MINUTE },
  );
});
