/**
 * @file The SecretBox port: secrets, tokens and signed addresses are stored on disk only in its form, each bound to the
 * place that it belongs to.
 */

import type { AppError } from '../../../src-shared/errors.ts';

/** Ciphertext that only the SecretBox which sealed it can open, so that it is safe to store. */
export type Sealed = string & { readonly __brand: 'Sealed' };

/**
 * What a sealed text is, and all that decides where it goes. It is authenticated with the text: moved to another field,
 * or beside another address, the text cannot be opened.
 */
export type SealContext = readonly [
  purpose:
    | 'secret'
    | 'identity'
    | 'proxy-password'
    | 'ledger-password'
    | 'token'
    | 'upload-address'
    | 'browser-sessions',
  ...belongsTo: string[],
];

/** What a key of the box is for, other than sealing. */
export type KeyPurpose = 'history' | 'settings' | 'modification-ids';

export interface SecretBox {
  /**
   * Tells the boxes of one data folder apart: the desktop's key store and a passphrase sign the same settings. This and
   * the next one may change once in a run: from a box in memory to the key store that has opened.
   */
  readonly name: 'passphrase' | 'keychain' | 'client-secret' | 'memory';
  /** False when what is sealed now cannot be opened after a restart. */
  readonly survivesRestart: boolean;
  /** Why what was sealed with its key cannot be opened now; undefined where it can. */
  readonly closed?: AppError | undefined;
  /** @throws AppError secret.store-closed, secret.wrong-passphrase, secret.weak-passphrase */
  seal(plain: string, context: SealContext): Promise<Sealed>;
  /**
   * The plain text; undefined when it cannot be opened: another passphrase, machine or context, or damage.
   * @throws AppError secret.store-closed where that cannot be said now, secret.wrong-passphrase
   */
  open(sealed: Sealed, context: SealContext): Promise<string | undefined>;
  /**
   * 32 bytes, the same for a purpose in every run; one purpose's key tells nothing of another's.
   * @throws as `seal`
   */
  key(purpose: KeyPurpose): Promise<Buffer>;
}
