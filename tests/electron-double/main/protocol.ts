/** @file `protocol`: schemes of the app's own, and who answers for them. */

import type { CustomScheme, Protocol } from 'electron';
import { conform } from '../api/conformity.ts';
import { addScheme } from './addresses.ts';
import { requireReady, stage } from './stage.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const NOT_READY = 'Session can only be received when app is ready';

/** Who answers for a scheme in the session of this protocol; not for the app. */
export let handlerOf: (protocol: ProtocolDouble, scheme: string) => Handler | undefined;

/** Each session has its own; the module `protocol` is that of the default one. */
export class ProtocolDouble
  implements Pick<Protocol, 'registerSchemesAsPrivileged' | 'unhandle' | 'isProtocolHandled'>
{
  readonly #handlers = new Map<string, Handler>();

  registerSchemesAsPrivileged(customSchemes: CustomScheme[]): void {
    if (stage().isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of customSchemes)
      addScheme(scheme, {
        isStandard: privileges.standard === true,
        isSupportedByFetch: privileges.supportFetchAPI === true,
      });
  }

  handle(scheme: string, handler: Handler): void {
    requireReady(NOT_READY);
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }

  unhandle(scheme: string): void {
    requireReady(NOT_READY);
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  }

  isProtocolHandled(scheme: string): boolean {
    requireReady(NOT_READY);
    return this.#handlers.has(scheme);
  }

  static {
    handlerOf = (protocol, scheme) => protocol.#handlers.get(scheme);
  }
}

conform(ProtocolDouble.prototype, 'Protocol');
export const protocol = new ProtocolDouble();
