/**
 * @file The SecretBox port: secrets, tokens and signed addresses are stored on disk only in its form. Electron's
 * safeStorage implements it on the desktop, a passphrase elsewhere.
 */

/** Ciphertext that only the SecretBox which sealed it can open, so that it is safe to store. */
export type Sealed = string & { readonly __brand: 'Sealed' };

export interface SecretBox {
  /** False when what is sealed now cannot be opened after a restart. */
  readonly survivesRestart: boolean;
  seal(plain: string): Promise<Sealed>;
  /** The plain text; undefined when this box cannot open it: another passphrase, another machine, damage. */
  open(sealed: Sealed): Promise<string | undefined>;
}
