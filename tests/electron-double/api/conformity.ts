/**
 * @file Holds the double to Electron's API: what Electron lacks cannot be offered, and what the double lacks says so by
 * name as soon as it is read.
 */

import { EventEmitter } from 'node:events';
import { electronApi, namesOf } from './electron-api.ts';

/** Where a class of the double says what it is in Electron; a symbol, because the app must not see it. */
export const typeName = Symbol('type in Electron');

type Kind = 'members' | 'statics';

/** Names that each object or function has anyway. */
const own = new Set(['constructor', 'length', 'name', 'prototype', 'arguments', 'caller']);

/**
 * Completes an object, the prototype of a class or (as `statics`) a class itself.
 * @throws Error if it has a name that the type in Electron has not
 */
export function conform(target: object, type: string, kind: Kind = 'members'): void {
  const known = namesOf(type, kind);
  const offered = new Set<string>();
  const last = [Object.prototype, Function.prototype, EventEmitter.prototype, EventEmitter, ElectronEmitter.prototype];
  for (let at: object | null = target; at !== null && !last.includes(at); at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) if (!own.has(name)) offered.add(name);
  for (const name of offered) {
    if (!known.has(name) && !(name in EventEmitter.prototype) && !(name in EventEmitter))
      throw new Error(`The double offers ${type}.${name}, which Electron does not have.`);
  }
  for (const name of known) if (!(name in target)) Object.defineProperty(target, name, refusal(`${type}.${name}`));
}

function refusal(name: string): PropertyDescriptor {
  const refuse = (): never => {
    throw new Error(`Electron has ${name}, but its double does not implement it yet.`);
  };
  return { get: refuse, set: refuse, configurable: true };
}

/** A module that the double does not implement: using anything of it says so. */
export function missingModule(name: string): object {
  const refuse = (_target: unknown, member?: unknown): never => {
    const what = typeof member === 'string' ? `${name}.${member}` : name;
    throw new Error(`Electron has ${what}, but its double does not implement it yet.`);
  };
  return new Proxy(class {}, { get: refuse, set: refuse, construct: refuse, apply: refuse });
}

type Listener = Parameters<EventEmitter['on']>[1];

/** An emitter on which only Electron's events can be heard and sent. */
export class ElectronEmitter extends EventEmitter {
  static #events = new Map<string, Set<string>>();

  /** The name of its type in Electron, which each class of the double states. */
  static readonly [typeName]: string = '';

  get #known(): Set<string> {
    const made = this.constructor;
    const type = typeName in made ? String(made[typeName]) : '';
    const events = ElectronEmitter.#events.get(type) ?? namesOf(type, 'events');
    ElectronEmitter.#events.set(type, events);
    return events;
  }

  #check(event: string | symbol): void {
    if (typeof event !== 'string' || ['newListener', 'removeListener', 'error'].includes(event)) return;
    if (!this.#known.has(event)) throw new Error(`${this.constructor.name} has no event “${event}” in Electron.`);
  }

  override on(event: string | symbol, listener: Listener): this {
    this.#check(event);
    return super.on(event, listener);
  }

  override addListener(event: string | symbol, listener: Listener): this {
    return this.on(event, listener);
  }

  override once(event: string | symbol, listener: Listener): this {
    this.#check(event);
    return super.once(event, listener);
  }

  override prependListener(event: string | symbol, listener: Listener): this {
    this.#check(event);
    return super.prependListener(event, listener);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    this.#check(event);
    return super.emit(event, ...values);
  }
}

/** The event object that Electron's emitters pass first. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

export function preventableEvent<More extends object>(more?: More): PreventableEvent & More {
  let isPrevented = false;
  const event = {
    preventDefault: () => {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
  return Object.defineProperties(event, Object.getOwnPropertyDescriptors(more ?? {})) as PreventableEvent & More;
}

/** What `import 'electron'` exports in the main process: the implemented modules, and for the others a refusal. */
export function completeModule(implemented: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const name of Object.keys(implemented))
    if (!electronApi.main.has(name))
      throw new Error(`The double offers electron.${name}, which Electron does not have.`);
  return Object.fromEntries(
    [...electronApi.main.keys()].map((name) => [name, implemented[name] ?? missingModule(`electron.${name}`)]),
  );
}
