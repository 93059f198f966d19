/** @file The SettingsFile port: a small store of JSON values by key, which rests in `settings.json` of the data folder. */

export interface SettingsFile {
  /** The value, or undefined. The reader parses it: people edit this file. @throws AppError folder.unusable, disk.full */
  get(key: string): unknown;
  /** The file is on the disk when this returns. @throws AppError folder.unusable, disk.full */
  set(key: string, value: unknown): void;
}

/** The value under a key that holds several values by name; without any where it is something else. */
export function keptObject(file: SettingsFile, key: string): object {
  const kept = file.get(key);
  return typeof kept === 'object' && kept !== null ? kept : {};
}
