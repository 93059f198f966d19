/** @file The SettingsFile port: a small store of JSON values by key. `conf` and `electron-store` fit it as they are. */

export interface SettingsFile {
  /** The value, or undefined. Callers must parse it, because people edit this file. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
