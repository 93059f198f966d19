/**
 * @file A desk as a process of its own, which sends as many requests to a counter as it may until its input ends:
 * `node sending-desk.ts`, with its orders in DESK_ORDERS. Prints what it did as JSON.
 */

import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { systemClock } from '../../src-main/ground/clock.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { TeamTurns, type TeamTurnsPorts } from '../../src-main/team/limits/team-turns.ts';
import type { LedgerAddress } from '../../src-main/wire/credentials/ledger-address.ts';
import { RateLimits } from '../../src-main/wire/service/rate-limits.ts';
import { MemoryLedger } from '../memory-stores.ts';

const program = fileURLToPath(import.meta.url);

const ordersSchema = z.object({
  /** Of the ledger; without one, this desk shares its limit with no other. */
  address: z.custom<LedgerAddress>().optional(),
  desk: z.uuid(),
  /** Where requests go. */
  counter: z.string(),
  limit: z.object({ requests: z.int(), window: z.number() }),
  /** Requests that are under way at the same time. */
  concurrency: z.int(),
});
type DeskOrders = z.infer<typeof ordersSchema>;

const reportSchema = z.object({ sent: z.int(), questions: z.int(), processorMs: z.number() });
/** requests that it sent, questions that it put to the ledger for that, and the processor time of this process */
export type DeskReport = z.infer<typeof reportSchema>;

/** `end`: lets it finish, and tells what it did. */
export function startSendingDesk(orders: DeskOrders): { end: () => Promise<DeskReport> } {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DESK_ORDERS: JSON.stringify(orders) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  return {
    end: async () => {
      child.stdin.end();
      return reportSchema.parse(JSON.parse(await said));
    },
  };
}

async function send({ address, desk, counter, limit, concurrency }: DeskOrders, end: AbortSignal): Promise<DeskReport> {
  const clock = systemClock;
  const shared = address && sharedBy(address, desk);
  const connection = { baseUrl: counter, tokenUrl: counter, scope: 'tenant/one' };
  const limits = new RateLimits({ connection, clock, ledger: new MemoryLedger(), shared: () => shared?.turns });
  const endpoint = { id: 'counted', method: 'GET', path: '/', limit } as const;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let sent = 0;
  const worker = async () => {
    while (!end.aborted) {
      try {
        await limits.inTurn(endpoint, () => ask(counter, agent), end);
        sent += 1;
      } catch {
        // The ledger is away: again, as the queue does.
        if (!end.aborted) await clock.sleep(200);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
  await shared?.close();
  const { user, system } = process.cpuUsage();
  return { sent, questions: shared?.questions() ?? 0, processorMs: (user + system) / 1000 };
}

function ask(address: string, agent: Agent): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request(address, { agent }, (reply) => reply.resume().on('end', () => resolve({ status: reply.statusCode ?? 0 })))
      .on('error', reject)
      .end();
  });
}

/** The turns of a ledger, with a count of the questions that are put to it. */
function sharedBy(address: LedgerAddress, desk: string) {
  const ports = { address, askPassword: async () => undefined, clock: systemClock, version: '0' };
  const link = new TeamLink({ ...ports, desk: { id: desk, name: desk } });
  let questions = 0;
  const counted: TeamTurnsPorts['link'] = {
    desk: link.desk,
    address,
    get away() {
      return link.away;
    },
    use: (work) => {
      questions += 1;
      return link.use(work);
    },
  };
  const turns = new TeamTurns({ link: counted, clock: systemClock });
  const close = async () => {
    await turns.close();
    await link.close();
  };
  return { turns, questions: () => questions, close };
}

if (process.argv[1] === program) {
  const ending = new AbortController();
  process.stdin.resume().once('end', () => ending.abort());
  console.log(JSON.stringify(await send(ordersSchema.parse(JSON.parse(process.env.DESK_ORDERS ?? '')), ending.signal)));
}
