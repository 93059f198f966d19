/** @file Where the window was, kept over a restart, and where it may be now: never off the screens that are there. */

import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { SettingsFile } from '../../settings/settings-file.ts';

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximised: z.boolean(),
});

/** Without `x` and `y` the system puts it into the middle of the first screen. */
export interface WindowPlace extends Pick<Rectangle, 'width' | 'height'> {
  x?: number;
  y?: number;
  isMaximised: boolean;
}

const KEY = 'window';
const standard = { width: 1280, height: 800 };

/**
 * Where the window goes.
 * @param stored as it was kept; anything at all, for people edit the file
 * @param workAreas of the screens, the first one first
 */
export function windowPlace(stored: unknown, workAreas: readonly Rectangle[]): WindowPlace {
  const { data: kept } = placeSchema.safeParse(stored);
  const [first] = workAreas;
  if (kept === undefined) return { ...fitted(standard, first), isMaximised: false };
  const nearest = workAreas.toSorted((a, b) => overlap(b, kept) - overlap(a, kept))[0];
  const { isMaximised } = kept;
  // Its screen is gone.
  if (nearest === undefined || overlap(nearest, kept) === 0) return { ...fitted(kept, first), isMaximised };
  const size = fitted(kept, nearest);
  return {
    ...size,
    x: between(nearest.x, kept.x, nearest.x + nearest.width - size.width),
    y: between(nearest.y, kept.y, nearest.y + nearest.height - size.height),
    isMaximised,
  };
}

/** Reads where the window was. */
export function keptPlace(settings: SettingsFile): unknown {
  return settings.get(KEY);
}

/** Keeps where the window is; of a maximised one where it will be when it is no longer maximised. */
export function keepPlace(
  settings: SettingsFile,
  window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>,
): void {
  try {
    settings.set(KEY, { ...window.getNormalBounds(), isMaximised: window.isMaximized() });
  } catch {
    // Not worth a word: the window opens where it was before.
  }
}

type Size = Pick<Rectangle, 'width' | 'height'>;

function fitted({ width, height }: Size, area: Size | undefined): Size {
  if (area === undefined) return { width, height };
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) };
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
