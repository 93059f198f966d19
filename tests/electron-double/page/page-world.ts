/**
 * @file What runs in the page's own world before its scripts: receives what the preload exposes, and asks the app before
 * Chromium grants a permission. The function stands alone, because its text runs in the page.
 */

import type { createWorldBridge } from './world-bridge.ts';

type AskPermission = (permission: string, kind: 'check' | 'request') => Promise<boolean>;

/** What the preload's world offers to this one for the double itself, under a name that no API can have. */
export interface ToApp {
  ask: AskPermission;
  opens: (address: string) => void;
}

export function pageWorld(makeBridge: typeof createWorldBridge, token: string, toAppName: string): void {
  const bridge = makeBridge(token, 'page');
  const deepFreeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  };

  /** Makes a method of the platform wait for the app's answer, which the double has given to Chromium by then. */
  const guard = (
    target: object | undefined,
    method: string,
    permission: string,
    kind: 'check' | 'request',
    ask: AskPermission,
  ) => {
    const original: unknown = target === undefined ? undefined : Reflect.get(target, method);
    if (target === undefined || typeof original !== 'function') return;
    Object.defineProperty(target, method, {
      ...Object.getOwnPropertyDescriptor(target, method),
      value: function (this: unknown, ...values: unknown[]) {
        const name = permission === '' ? permissionOf(values[0]) : permission;
        return ask(name, kind).then(() => Reflect.apply(original, this, values));
      },
    });
  };

  /** `navigator.permissions.query` has names of the web for what Electron calls otherwise. */
  const permissionOf = (descriptor: unknown): string => {
    const name = typeof descriptor === 'object' && descriptor !== null ? String(Reflect.get(descriptor, 'name')) : '';
    const ours: Record<string, string> = {
      'clipboard-write': 'clipboard-sanitized-write',
      camera: 'media',
      microphone: 'media',
      midi: 'midi',
      'screen-wake-lock': 'screen-wake-lock',
    };
    return ours[name] ?? name;
  };

  const guardPermissions = (ask: AskPermission) => {
    guard(globalThis.Clipboard?.prototype, 'writeText', 'clipboard-sanitized-write', 'request', ask);
    guard(globalThis.Clipboard?.prototype, 'write', 'clipboard-sanitized-write', 'request', ask);
    guard(globalThis.Clipboard?.prototype, 'readText', 'clipboard-read', 'request', ask);
    guard(globalThis.Clipboard?.prototype, 'read', 'clipboard-read', 'request', ask);
    guard(globalThis.Notification, 'requestPermission', 'notifications', 'request', ask);
    guard(globalThis.MediaDevices?.prototype, 'getUserMedia', 'media', 'request', ask);
    guard(globalThis.Geolocation?.prototype, 'getCurrentPosition', 'geolocation', 'request', ask);
    guard(globalThis.Permissions?.prototype, 'query', '', 'check', ask);
  };

  /** A window that the app denies is null, and the double opens none. */
  const guardWindows = (opens: ToApp['opens']) => {
    const original = window.open.bind(window);
    window.open = (address = '', target = '_blank', features = '') => {
      if (['_self', '_top', '_parent'].includes(target)) return original(address, target, features);
      opens(URL.parse(String(address), document.baseURI)?.href ?? '');
      return null;
    };
  };

  bridge.onOffer = (name, value) => {
    if (name === toAppName) {
      const { ask, opens } = value as ToApp;
      guardPermissions(ask);
      guardWindows(opens);
      return;
    }
    if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
    deepFreeze(value);
    Object.assign(window, { [name]: value });
  };
}
