/**
 * @file The contextBridge between two worlds of a page: values are copied as Electron copies them, functions and promises
 * become proxies. The worlds share nothing but the document's events, whose details Chromium clones. The function stands
 * alone, because its text runs in the page.
 */

export interface WorldBridge {
  /** Makes a value of this world known to the other under a name; returns what the other world threw, if it did. */
  offer(name: string, value: unknown): void;
  /** Called with what the other world offers. */
  onOffer: (name: string, value: unknown) => void;
}

/** @param token known to both worlds of this window only */
export function createWorldBridge(token: string, role: 'page' | 'preload'): WorldBridge {
  type Node =
    | { kind: 'value'; value: unknown }
    | { kind: 'error'; message: string }
    | { kind: 'seen'; at: number }
    | { kind: 'function' | 'promise'; id: number }
    | { kind: 'array'; items: Node[] }
    | { kind: 'object'; entries: [string, Node][] };
  type Message =
    | { type: 'hello' }
    | { type: 'offer'; name: string; value: Node }
    | { type: 'call'; id: number; values: Node }
    | { type: 'returned'; value: Node }
    | { type: 'threw'; value: Node }
    | { type: 'settled'; id: number; isKept: boolean; value: Node };

  const DEEPEST = 1000;
  const toOther = `${token}-${role === 'page' ? 'preload' : 'page'}`;
  const toThis = `${token}-${role}`;
  // Kept now, because a script of the page may replace them.
  const dispatch = window.dispatchEvent.bind(window);
  const Message = CustomEvent;
  const functions: ((...values: unknown[]) => unknown)[] = [];
  const settlers = new Map<number, { resolve: (value: unknown) => void; reject: (value: unknown) => void }>();
  let promises = 0;
  let answer: Message | undefined;
  let isHeard = false;
  const waiting: Message[] = [];

  const say = (message: Message): Message | undefined => {
    answer = undefined;
    dispatch(new Message(toOther, { detail: message }));
    return answer;
  };

  /** Files, dates, maps and the like are no plain objects: they are cloned as a whole. */
  const isPlain = (value: object) => Object.prototype.toString.call(value) === '[object Object]';

  const pass = (value: unknown, seen = new Map<object, number>(), depth = 0): Node => {
    if (depth >= DEEPEST)
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
      if (typeof value === 'symbol') throw new Error('The double of Electron passes no symbols.');
      return { kind: 'value', value };
    }
    const at = seen.get(value);
    if (at !== undefined) return { kind: 'seen', at };
    seen.set(value, seen.size);
    if (typeof value === 'function')
      return { kind: 'function', id: functions.push((...values) => Reflect.apply(value, undefined, values)) - 1 };
    if (value instanceof Promise) {
      const id = promises++ * 2 + (role === 'page' ? 0 : 1);
      const settle = (isKept: boolean) => (result: unknown) => {
        try {
          say({ type: 'settled', id, isKept, value: pass(result) });
        } catch (thrown) {
          say({ type: 'settled', id, isKept: false, value: pass(thrown) });
        }
      };
      value.then(settle(true), settle(false));
      return { kind: 'promise', id };
    }
    // Only the message of an error crosses, as in Electron.
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'array', items: Array.from(value, (item) => pass(item, seen, depth + 1)) };
    if (isPlain(value))
      return {
        kind: 'object',
        entries: Object.entries(value).map(([key, item]) => [key, pass(item, seen, depth + 1)]),
      };
    try {
      return { kind: 'value', value: structuredClone(value) };
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  const receive = (node: Node, seen: unknown[] = []): unknown => {
    switch (node.kind) {
      case 'value':
        if (typeof node.value === 'object' && node.value !== null) seen.push(node.value);
        return node.value;
      case 'error':
        return keep(new Error(node.message), seen);
      case 'seen':
        return seen[node.at];
      case 'function': {
        const { id } = node;
        return keep((...values: unknown[]) => {
          const reply = say({ type: 'call', id, values: pass(values) });
          if (reply?.type === 'threw') throw receive(reply.value);
          return reply?.type === 'returned' ? receive(reply.value) : undefined;
        }, seen);
      }
      case 'promise': {
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        settlers.set(node.id, { resolve, reject });
        return keep(promise, seen);
      }
      case 'array': {
        const array = keep<unknown[]>([], seen);
        for (const item of node.items) array.push(receive(item, seen));
        return array;
      }
      case 'object': {
        const object = keep({}, seen);
        for (const [key, item] of node.entries)
          Object.defineProperty(object, key, {
            value: receive(item, seen),
            writable: true,
            enumerable: true,
            configurable: true,
          });
        return object;
      }
    }
  };
  const keep = <Value>(value: Value, seen: unknown[]): Value => {
    seen.push(value);
    return value;
  };

  const tried = (work: () => unknown): Message => {
    try {
      return { type: 'returned', value: pass(work()) };
    } catch (thrown) {
      return { type: 'threw', value: pass(thrown instanceof Error ? thrown : new Error(String(thrown))) };
    }
  };

  const hear = (message: Message): void => {
    switch (message.type) {
      case 'hello': {
        if (!isHeard) {
          isHeard = true;
          say({ type: 'hello' });
          for (const each of waiting.splice(0)) sayOffer(each);
        }
        return;
      }
      case 'call': {
        const values = receive(message.values);
        const reply = tried(() => functions[message.id]?.(...(Array.isArray(values) ? values : [])));
        dispatch(new Message(toOther, { detail: reply }));
        return;
      }
      case 'offer': {
        const reply = tried(() => bridge.onOffer(message.name, receive(message.value)));
        dispatch(new Message(toOther, { detail: reply }));
        return;
      }
      case 'settled': {
        const settler = settlers.get(message.id);
        settlers.delete(message.id);
        const value = receive(message.value);
        if (message.isKept) settler?.resolve(value);
        else settler?.reject(value);
        return;
      }
      default:
        answer = message;
    }
  };
  const sayOffer = (message: Message) => {
    const reply = say(message);
    if (reply?.type === 'threw') throw receive(reply.value);
  };

  const bridge: WorldBridge = {
    offer: (name, value) => {
      const message: Message = { type: 'offer', name, value: pass(value) };
      // Whichever world is made first waits for the other.
      if (isHeard) sayOffer(message);
      else waiting.push(message);
    },
    onOffer: () => {},
  };
  window.addEventListener(toThis, (event) => {
    if (event instanceof Message) hear(event.detail);
  });
  say({ type: 'hello' });
  return bridge;
}
