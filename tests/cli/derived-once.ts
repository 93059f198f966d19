/**
 * @file A key costs as much to derive as hundreds of other calls, by design. Calls in one process derive each only once: the
 * same passphrase, salt and cost give the same key.
 */

import crypto, { hash, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Derived = (error: Error | null, key: Buffer) => void;

const derived = new Map<string, Promise<Buffer>>();

/** For all code of this process that is loaded, or will be. */
export function deriveKeysOnce(): void {
  const { scrypt } = crypto;
  const once = (text: string, salt: Buffer, bytes: number, cost: ScryptOptions, done: Derived): void => {
    const name = hash('sha256', JSON.stringify([text, salt.toString('hex'), bytes, cost]));
    const known = derived.get(name);
    const key =
      known ??
      new Promise<Buffer>((resolve, reject) => {
        scrypt(text, salt, bytes, cost, (error, made) => (error === null ? resolve(made) : reject(error)));
      });
    derived.set(name, key);
    // Each caller has a copy of its own, which it may overwrite.
    key.then(
      (made) => done(null, Buffer.from(made)),
      (error: Error) => {
        derived.delete(name);
        done(error, Buffer.alloc(0));
      },
    );
  };
  Object.assign(crypto, { scrypt: once });
  syncBuiltinESMExports();
}
