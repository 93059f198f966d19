/**
 * @file The SecretBox port: the only form in which a secret, a token or a signed address rests on disk.
 * Electron's safeStorage implements it on the desktop, a passphrase elsewhere.
 */

/** Text that only the SecretBox which sealed it can open. Safe to store, pointless to read. */
export type Sealed = string & { readonly __brand: 'Sealed' };

export interface SecretBox {
  /** False when what is sealed now cannot be opened after a restart. */
  readonly survivesRestart: boolean;
  seal(plain: string): Promise<Sealed>;
  /** The plain text, or undefined when this box cannot open it: another passphrase, another machine, damage. */
  open(sealed: Sealed): Promise<string | undefined>;
}
