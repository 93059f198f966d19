/** @file Keeps tokens between two runs (§5.8): as ciphertext in the settings, one for each connection. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { type Connection, destinationOf, keyOf, type NetworkRoute } from './connection.ts';
import type { SealContext, Sealed, SecretBox } from './secret-box.ts';

const storedTokenSchema = z.object({
  /** `destinationOf` the connection that the token was issued for. */
  destination: z.string(),
  accessToken: z.string().min(1),
  /** Until when it is used (ms since the epoch): its lifetime less the margin. */
  usableUntil: z.number(),
});
export type StoredToken = z.infer<typeof storedTokenSchema>;

/** Keeps the one token of one connection. */
export interface TokenStore {
  /** The token that was kept last; undefined when there is none that can be read. */
  load(): Promise<StoredToken | undefined>;
  /** Keeps a token, or removes it with undefined. */
  save(token: StoredToken | undefined): Promise<void>;
}

const KEY = 'tokens';
const tokensSchema = z.record(z.string(), z.unknown()).catch({});

/** The token of `connection` in the settings. With a box that does not survive a restart, nothing is kept. */
export function createTokenStore(
  settings: SettingsFile,
  box: SecretBox,
  connection: Connection,
  route: NetworkRoute,
): TokenStore {
  const key = tokenKeyOf(connection);
  const context = (): SealContext => ['token', connection.name, destinationOf(connection), route()];
  return {
    async load() {
      const sealed = tokensSchema.parse(settings.get(KEY))[key];
      if (typeof sealed !== 'string') return undefined;
      // Only `save` writes this key; any other text cannot be opened.
      const plain = await box.open(sealed as Sealed, context());
      return plain === undefined ? undefined : parseToken(plain);
    },
    async save(token) {
      if (token === undefined) return forgetToken(settings, connection);
      if (!box.survivesRestart) return;
      const sealed = await box.seal(JSON.stringify(token), context());
      settings.set(KEY, { ...tokensSchema.parse(settings.get(KEY)), [key]: sealed });
    },
  };
}

/** Removes the token of a connection from the settings, without a box. */
export function forgetToken(settings: SettingsFile, connection: Connection): void {
  const { [tokenKeyOf(connection)]: forgotten, ...others } = tokensSchema.parse(settings.get(KEY));
  if (forgotten !== undefined) settings.set(KEY, others);
}

/** By name, too: another connection to the same destination may have another secret, which need not be good. */
export function tokenKeyOf(connection: Connection): string {
  const bound = { connection: connection.name, destination: destinationOf(connection) };
  return createHash('sha256').update(keyOf(bound)).digest('hex').slice(0, 32);
}

function parseToken(plain: string): StoredToken | undefined {
  try {
    return storedTokenSchema.safeParse(JSON.parse(plain)).data;
  } catch {
    return undefined;
  }
}
