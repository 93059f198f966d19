/** @file A connection to Chromium's debugging protocol, over which windows of the double are real pages. */

import { z } from 'zod';

const messageSchema = z.looseObject({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});

type Answer = Record<string, unknown>;
type Listener = (params: Answer) => void;

/** One page of the browser, or the browser itself. */
export interface CdpSession {
  send(method: string, params?: object): Promise<Answer>;
  /** Calls the listener with each such event. */
  on(method: string, listener: Listener): void;
}

export class Cdp implements CdpSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, Listener[]>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium has gone.'));
      this.#waiting.clear();
    });
  }

  /** @param endpoint the WebSocket address of the browser */
  static async connect(endpoint: string): Promise<Cdp> {
    const socket = new WebSocket(endpoint);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`Chromium does not answer at ${endpoint}.`)));
    });
    return new Cdp(socket);
  }

  send(method: string, params: object = {}): Promise<Answer> {
    return this.#send(method, params, undefined);
  }

  on(method: string, listener: Listener): void {
    this.#listen('', method, listener);
  }

  /** The page to which a session was opened by `Target.attachToTarget` with `flatten`. */
  session(sessionId: string): CdpSession {
    return {
      send: (method, params = {}) => this.#send(method, params, sessionId),
      on: (method, listener) => this.#listen(sessionId, method, listener),
    };
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<Answer> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    });
  }

  #listen(sessionId: string, method: string, listener: Listener): void {
    const key = `${sessionId} ${method}`;
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener]);
  }

  #receive(text: string): void {
    const { id, method, params = {}, result = {}, error, sessionId = '' } = messageSchema.parse(JSON.parse(text));
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
    }
    for (const listener of this.#listeners.get(`${sessionId} ${method}`) ?? []) listener(params);
  }
}
