/**
 * @file The tabs of a browser, each connected by a WebSocket: answers their calls and sends every event to all of them.
 * A tab that sends invalid messages or does not read affects only itself. All tabs of a session end with it.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { EventName } from '../../../src-shared/channels.ts';
import type { Told } from '../../../src-shared/contract.ts';
import { events } from '../../../src-shared/events.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { answerCommand } from '../../actions/contract-server.ts';
import type { CommandHandlers } from '../../actions/ports.ts';
import { callSchema, type IncomingCall, LONGEST_CALL, MOST_CALLS, TOO_MUCH_UNREAD } from '../calls.ts';
import type { Session } from './sessions.ts';

const MOST_TABS = 50;
/** Above so many bytes, a tab gets no more changes of the queue; above TOO_MUCH_UNREAD its connection is closed. */
const MUCH_UNREAD = 1_000_000;
/** Close codes of RFC 6455, and one of our own. */
const closeCodes = { goingAway: 1001, notText: 1003, notAllowed: 1008, sessionOver: 4401 };

/** The page tells now and then that a person uses it; nothing else says so, since pages also call by themselves. */
const presenceSchema = z.strictObject({ present: z.literal(true) });
/** The page asks for a sign of life, and gets the same back. */
const aliveSchema = z.strictObject({ alive: z.literal(true) });

export class Tabs {
  /** Whose call is being answered. */
  readonly #caller = new AsyncLocalStorage<Session>();
  readonly #tabs = new Set<Tab>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LONGEST_CALL,
    perMessageDeflate: false,
  });

  get isFull(): boolean {
    return this.#tabs.size >= MOST_TABS;
  }

  /** The session of the tab whose call is being answered. */
  get caller(): Session {
    const session = this.#caller.getStore();
    if (session === undefined) throw new Error('No call of a tab is being answered.');
    return session;
  }

  /** Upgrades a checked request to a tab of the session; its calls go to the handlers. */
  accept(handlers: CommandHandlers, session: Session, [request, socket, head]: UpgradeRequest): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const answer: Answer = (name, values) => this.#caller.run(session, () => answerCommand(name, values, handlers));
      const tab = new Tab(webSocket, answer, () => session.noteActivity());
      this.#tabs.add(tab);
      const release = session.onEnd(() => tab.close(closeCodes.sessionOver, 'The session has ended.'));
      webSocket.on('close', () => {
        release();
        this.#tabs.delete(tab);
      });
    });
  }

  /** Sends an event to every tab. */
  tell(...[name, payload]: Told): void {
    if (this.#tabs.size === 0) return;
    const text = JSON.stringify({ event: name, payload: events[name].parse(payload) });
    for (const tab of this.#tabs) tab.tell(name, text);
  }

  /** Closes every tab's connection. */
  close(): void {
    for (const tab of this.#tabs) tab.close(closeCodes.goingAway, 'Tranship was stopped.');
  }
}

/** What Node gives for a request to become a WebSocket. */
export type UpgradeRequest = [request: IncomingMessage, socket: Duplex, head: Buffer];

type Answer = (name: string, values: readonly unknown[]) => ReturnType<typeof answerCommand>;

class Tab {
  readonly #socket: WebSocket;
  readonly #answer: Answer;
  readonly #noteActivity: () => void;
  #callsUnderWay = 0;
  /** The latest change that was withheld because the tab had too much to read. */
  #skipped: string | undefined;

  constructor(socket: WebSocket, answer: Answer, noteActivity: () => void) {
    this.#socket = socket;
    this.#answer = answer;
    this.#noteActivity = noteActivity;
    socket.on('message', (data, isBinary) => this.#receive(data.toString(), isBinary));
    // A message that is too long, not UTF-8 or against the protocol: the connection has already closed.
    socket.on('error', () => {});
  }

  tell(name: EventName, text: string): void {
    const mayWait = name === 'queue.changed';
    if (mayWait && this.#socket.bufferedAmount > MUCH_UNREAD) this.#skipped = text;
    else this.#send(text);
  }

  close(code: number, sentence: string): void {
    this.#socket.close(code, sentence);
    // Without waiting for the tab's good-bye.
    this.#socket.terminate();
  }

  #receive(text: string, isBinary: boolean): void {
    // The end of the session may have closed the connection while this was on its way.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const message = jsonIn(text);
    const call = callSchema.safeParse(message);
    if (!isBinary && presenceSchema.safeParse(message).success) this.#noteActivity();
    else if (!isBinary && aliveSchema.safeParse(message).success) this.#send(text);
    else if (isBinary) this.#socket.close(closeCodes.notText, 'Only text is accepted.');
    else if (!call.success) this.#socket.close(closeCodes.notAllowed, 'This message is not valid.');
    else if (this.#callsUnderWay >= MOST_CALLS) this.#socket.close(closeCodes.notAllowed, 'Too many calls at once.');
    else void this.#reply(call.data);
  }

  async #reply({ id, name, values }: IncomingCall): Promise<void> {
    this.#callsUnderWay += 1;
    const result = await this.#answer(name, values);
    this.#callsUnderWay -= 1;
    this.#send(JSON.stringify({ id, result }));
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > TOO_MUCH_UNREAD) this.#socket.terminate();
    else this.#socket.send(text, () => this.#catchUp());
  }

  /** The page sees from the sequence number that changes are missing, and takes a snapshot. */
  #catchUp(): void {
    if (this.#skipped === undefined || this.#socket.bufferedAmount > MUCH_UNREAD) return;
    const text = this.#skipped;
    this.#skipped = undefined;
    this.#send(text);
  }
}
