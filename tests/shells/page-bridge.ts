/**
 * @file The bridge of a page with no line in between: a call goes through the contract to a command handler, of a real
 * window (`TestWindow.bridge`) or of a test, for a moment that a real app does not bring about by itself.
 */

import { answerCommand } from '../../src-main/actions/contract-server.ts';
import type { CommandHandlers, Tell } from '../../src-main/actions/ports.ts';
import type { Bridge } from '../../src-preload/bridge.ts';
import { type CommandName, commandNames, eventNames } from '../../src-shared/channels.ts';

export interface PageBridge extends Bridge {
  /** Every call of the page, in order. */
  readonly calls: { name: CommandName; input: unknown }[];
  /** Sends an event to the page. */
  readonly tell: Tell;
}

/** @param handlers a call that none of them answers is a fault of the test */
export function bridgeTo(
  handlers: Partial<CommandHandlers> = {},
  offerFiles: Bridge['offerFiles'] = () => Promise.reject(new Error('This test offers no files.')),
): PageBridge {
  const calls: PageBridge['calls'] = [];
  const invoke = commandNames.map((name) => [
    name,
    async (input: unknown) => {
      calls.push({ name, input });
      if (handlers[name] === undefined) throw new Error(`This test has no answer to ${name}.`);
      // The handler of this name is there, and no other is asked.
      return await answerCommand(name, [input], handlers as CommandHandlers);
    },
  ]);
  const listeners = new Map(eventNames.map((name) => [name as string, new Set<(payload: unknown) => void>()]));
  const on = eventNames.map((name) => [
    name,
    (listener: (payload: unknown) => void) => {
      listeners.get(name)?.add(listener);
      return () => listeners.get(name)?.delete(listener);
    },
  ]);
  return {
    // One function for each name of the contract.
    invoke: Object.fromEntries(invoke) as Bridge['invoke'],
    on: Object.fromEntries(on) as Bridge['on'],
    offerFiles,
    calls,
    tell: (name, payload) => {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
  };
}
