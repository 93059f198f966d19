/** @file The limits of transfers as the person has set them up, and the line that all uploads share. */

import { type Clock, SECOND } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { Bandwidth } from '../wire/transfer/bandwidth.ts';
import {
  keepTransferSettings,
  readTransferSettings,
  type TransferSettings,
} from '../wire/transfer/transfer-settings.ts';

export class AppTransfer {
  readonly bandwidth: Bandwidth;
  readonly #file: SettingsFile;
  #settings: TransferSettings;

  /** @param instead replaces stored settings until they are changed */
  constructor(file: SettingsFile, clock: Clock, instead: Partial<TransferSettings> = {}) {
    this.#file = file;
    this.#settings = { ...readTransferSettings(file), ...instead };
    this.bandwidth = new Bandwidth(clock, this.#settings.bytesPerSecond);
  }

  get settings(): TransferSettings {
    return this.#settings;
  }

  /** How long a transfer may stand still. */
  get stallMs(): number {
    return this.#settings.stallSeconds * SECOND;
  }

  /** Stores the settings; uploads under way obey them at once. @throws AppError folder.unusable, disk.full */
  change(settings: TransferSettings): void {
    keepTransferSettings(this.#file, settings);
    this.#settings = settings;
    this.bandwidth.limit = settings.bytesPerSecond;
  }
}
