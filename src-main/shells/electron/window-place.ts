/** @file Remembers the window's position over a restart, and keeps it on the current screens. */

import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';

const placeSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximised: z.boolean(),
});

/** Without `x` and `y`, the system centres it on the first screen. */
export interface WindowPlace extends Pick<Rectangle, 'width' | 'height'> {
  x?: number;
  y?: number;
  isMaximised: boolean;
}

const KEY = 'window';
const standard = { width: 1280, height: 800 };

/**
 * The position of the window.
 * @param stored the stored value, of any form, because people edit the file
 * @param workAreas of the screens, the first one first
 */
export function windowPlace(stored: unknown, workAreas: readonly Rectangle[]): WindowPlace {
  const { data: kept } = placeSchema.safeParse(stored);
  const [first] = workAreas;
  if (kept === undefined) return { ...fitted(standard, first), isMaximised: false };
  const nearest = workAreas.toSorted((a, b) => overlap(b, kept) - overlap(a, kept))[0];
  const { isMaximised } = kept;
  // Its screen is no longer connected.
  if (nearest === undefined || overlap(nearest, kept) === 0) return { ...fitted(kept, first), isMaximised };
  const size = fitted(kept, nearest);
  return {
    ...size,
    x: between(nearest.x, kept.x, nearest.x + nearest.width - size.width),
    y: between(nearest.y, kept.y, nearest.y + nearest.height - size.height),
    isMaximised,
  };
}

/** Reads the stored position. */
export function keptPlace(settings: SettingsFile): unknown {
  return settings.get(KEY);
}

/** Stores the window's position; for a maximised window, the one it will return to. */
export function keepPlace(
  settings: SettingsFile,
  window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>,
): void {
  try {
    settings.set(KEY, { ...window.getNormalBounds(), isMaximised: window.isMaximized() });
  } catch {
    // Ignored: the window opens at its earlier position.
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
