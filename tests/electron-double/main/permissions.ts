/** @file Permissions: the app's handlers decide, Chromium obeys. What was not asked for stays denied. */

import type { Session, WebContents } from 'electron';
import type { Cdp } from '../cdp.ts';
import { toApp } from './addresses.ts';
import { registeredIn, type SessionDouble } from './session.ts';

/** What Chromium calls the permissions that a page may ask for. */
const inChromium: Readonly<Record<string, object>> = {
  'clipboard-sanitized-write': { name: 'clipboard-write', allowWithoutSanitization: false },
  'clipboard-read': { name: 'clipboard-read', allowWithoutSanitization: true },
  notifications: { name: 'notifications' },
  geolocation: { name: 'geolocation' },
  midi: { name: 'midi' },
  camera: { name: 'camera' },
  media: { name: 'microphone' },
};

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;

export class Permissions {
  readonly #cdp: Cdp;
  readonly #browserContextId: string;
  readonly #owner: SessionDouble;
  readonly #denied = new Set<string>();

  constructor(cdp: Cdp, browserContextId: string, owner: SessionDouble) {
    this.#cdp = cdp;
    this.#owner = owner;
    this.#browserContextId = browserContextId;
  }

  /** Before a page of an origin runs: Chromium itself must not grant anything. */
  async denyAll(address: string): Promise<void> {
    const origin = URL.parse(address)?.origin ?? 'null';
    if (this.#denied.has(origin) || !origin.startsWith('http')) return;
    this.#denied.add(origin);
    await Promise.all(Object.keys(inChromium).map((permission) => this.#set(origin, permission, false)));
  }

  /** Asks the app, as Chromium does before an API is used (`request`) or when the page asks for the state (`check`). */
  async decide(contents: object, address: string, permission: string, kind: 'check' | 'request'): Promise<boolean> {
    const isGranted =
      kind === 'check'
        ? this.#check(contents, address, permission)
        : await this.#request(contents, address, permission);
    await this.#set(URL.parse(address)?.origin ?? 'null', permission, isGranted);
    return isGranted;
  }

  #check(contents: object, address: string, permission: string): boolean {
    const { permissionCheck } = registeredIn(this.#owner);
    if (permissionCheck === undefined) return true;
    const url = toApp(address);
    const details = { isMainFrame: true, requestingUrl: url };
    // The names and the contents have Electron's types, which only Electron can make.
    return permissionCheck(
      contents as WebContents,
      permission as Parameters<CheckHandler>[1],
      url,
      details as Parameters<CheckHandler>[3],
    );
  }

  #request(contents: object, address: string, permission: string): Promise<boolean> {
    const { permissionRequest } = registeredIn(this.#owner);
    if (permissionRequest === undefined) return Promise.resolve(true);
    const details = { isMainFrame: true, requestingUrl: toApp(address) };
    return new Promise((resolve) =>
      permissionRequest(
        contents as WebContents,
        permission as Parameters<RequestHandler>[1],
        resolve,
        details as Parameters<RequestHandler>[3],
      ),
    );
  }

  async #set(origin: string, permission: string, isGranted: boolean): Promise<void> {
    const inIts = inChromium[permission];
    if (inIts === undefined) return;
    const setting = isGranted ? 'granted' : 'denied';
    const browserContextId = this.#browserContextId;
    await this.#cdp.send('Browser.setPermission', { permission: inIts, setting, origin, browserContextId });
  }
}
