/** @file What a window of the desktop app lacks, whatever runs it. */

import type { Page } from '@playwright/test';

export class OnlyWindow {
  update(): Promise<Page> {
    throw new Error('Only the installed app can be replaced; tag the story @installed.');
  }

  openAnother(): Promise<Page> {
    throw onlyInBrowser();
  }

  get address(): string {
    throw onlyInBrowser();
  }

  newAddress(): Promise<string> {
    throw onlyInBrowser();
  }
}

function onlyInBrowser(): Error {
  return new Error('The desktop app has one window and no address; tag the story @browser.');
}

export function existing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The app is not open.');
  return value;
}
