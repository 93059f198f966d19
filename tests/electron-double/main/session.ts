/** @file `session`: what the page may do, and what may be loaded. Decisions of the app are carried out by Chromium. */

import type {
  CallbackResponse,
  HeadersReceivedResponse,
  OnBeforeRequestListenerDetails,
  OnHeadersReceivedListenerDetails,
  Session,
} from 'electron';
import { conform, ElectronEmitter, typeName } from '../api/conformity.ts';
import { ProtocolDouble, protocol } from './protocol.ts';
import { requireReady, stage } from './stage.ts';

type BeforeRequest = (details: OnBeforeRequestListenerDetails, decide: (response: CallbackResponse) => void) => void;
type HeadersReceived = (
  details: OnHeadersReceivedListenerDetails,
  decide: (response: HeadersReceivedResponse) => void,
) => void;

/** What the app has registered in a session; undefined where nothing was, and Electron's default holds. */
interface Registered {
  beforeRequest?: BeforeRequest | undefined;
  headersReceived?: HeadersReceived | undefined;
  permissionRequest?: NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]> | undefined;
  permissionCheck?: NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]> | undefined;
}

/** For the double itself: what the app cannot reach. */
export let registeredIn: (session: SessionDouble) => Registered;

/** Electron takes an optional filter first. */
function onlyListener(given: readonly unknown[], name: string): unknown {
  const [first, second] = given;
  if (typeof first === 'function' || first === null) return first;
  if (second !== undefined)
    throw new Error(`Electron's WebRequest.${name} takes a filter, which its double does not yet.`);
  throw new TypeError(`Must pass null or a Function`);
}

class WebRequestDouble {
  readonly #registered: Registered;

  constructor(registered: Registered) {
    this.#registered = registered;
  }

  onBeforeRequest(...given: unknown[]): void {
    const listener = onlyListener(given, 'onBeforeRequest');
    this.#registered.beforeRequest = listener === null ? undefined : (listener as BeforeRequest);
  }

  onHeadersReceived(...given: unknown[]): void {
    const listener = onlyListener(given, 'onHeadersReceived');
    this.#registered.headersReceived = listener === null ? undefined : (listener as HeadersReceived);
  }
}

type Implemented =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'resolveProxy'
  | 'setSpellCheckerEnabled'
  | 'closeAllConnections';

export class SessionDouble extends ElectronEmitter implements Pick<Session, Implemented> {
  static override readonly [typeName] = 'Session';
  static readonly #default = new SessionDouble(protocol);
  static get defaultSession(): SessionDouble {
    requireReady('Session can only be received when app is ready');
    return SessionDouble.#default;
  }

  static readonly #partitions = new Map<string, SessionDouble>();
  static fromPartition(partition: string): SessionDouble {
    requireReady('Session can only be received when app is ready');
    const made = SessionDouble.#partitions.get(partition) ?? new SessionDouble(new ProtocolDouble());
    SessionDouble.#partitions.set(partition, made);
    return made;
  }

  readonly #registered: Registered = {};
  readonly #webRequest = new WebRequestDouble(this.#registered);
  readonly #protocol: ProtocolDouble;

  private constructor(own: ProtocolDouble) {
    super();
    this.#protocol = own;
  }

  get protocol(): ProtocolDouble {
    return this.#protocol;
  }

  get webRequest(): WebRequestDouble {
    return this.#webRequest;
  }

  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.#registered.permissionRequest = handler ?? undefined;
  }

  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    this.#registered.permissionCheck = handler ?? undefined;
  }

  // No page of the double ever sees a device.
  setDevicePermissionHandler(): void {}

  setSpellCheckerEnabled(): void {}

  async closeAllConnections(): Promise<void> {}

  async resolveProxy(): Promise<string> {
    return stage().options.proxy;
  }

  static {
    registeredIn = (session) => session.#registered;
  }
}

conform(WebRequestDouble.prototype, 'WebRequest');
conform(SessionDouble.prototype, 'Session');

/** `session` is an object with the class's functions, not the class. */
export const session = {
  get defaultSession() {
    return SessionDouble.defaultSession;
  },
  fromPartition: SessionDouble.fromPartition,
};
conform(session, 'Session', 'statics');
