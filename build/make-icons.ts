/**
 * @file Draws every icon file from the pictures in this folder: `node build/make-icons.ts [path of a Chromium]`. Run it
 * after changing an .svg file and commit the results, so that packaging needs no browser.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';

const here = new URL('./', import.meta.url);

/** Margin on each side, as a fraction of the picture's `size`. */
const noMargin = 0;
/** macOS icons are smaller than their picture, to leave room for a shadow. */
const macMargin = 100 / 1024;

async function draw(browser: Browser, picture: string, size: number, margin = noMargin): Promise<Buffer> {
  const svg = await readFile(new URL(picture, here), 'utf8');
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * (1 - 2 * margin));
  const place = `position:absolute;left:${Math.round(size * margin)}px;top:${Math.round(size * margin)}px`;
  await page.setContent(`<style>svg{${place};width:${inner}px;height:${inner}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** A Windows icon: a directory, then the pictures as PNG, which Windows reads since Vista. */
function windowsIcon(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    // One byte each; 0 means 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

/** A macOS icon: blocks of a type (which gives the size), a length, and the picture as PNG. */
function macIcon(pictures: { type: string; png: Buffer }[]): Buffer {
  const blocks = pictures.flatMap(({ type, png }) => [block(type, png.length), png]);
  const length = blocks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([block('icns', length), ...blocks]);
}

function block(type: string, contentLength: number): Buffer {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(contentLength + head.length, 4);
  return head;
}

const macTypes = { ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic13: 256, ic09: 512, ic14: 512, ic10: 1024 };

const [executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
const write = (name: string, content: Buffer) => writeFile(new URL(name, here), content);
try {
  await write('icon.png', await draw(browser, 'icon.svg', 1024));
  const forWindows = [16, 20, 24, 32, 40, 48, 64, 128, 256].map(async (size) => ({
    size,
    png: await draw(browser, 'icon.svg', size),
  }));
  await write('icon.ico', windowsIcon(await Promise.all(forWindows)));
  const forMac = Object.entries(macTypes).map(async ([type, size]) => ({
    type,
    png: await draw(browser, 'icon.svg', size, macMargin),
  }));
  await write('icon.icns', macIcon(await Promise.all(forMac)));
  await write('icons/tray.png', await draw(browser, 'icon.svg', 16));
  await write('icons/tray@2x.png', await draw(browser, 'icon.svg', 32));
  await write('icons/trayTemplate.png', await draw(browser, 'tray.svg', 16));
  await write('icons/trayTemplate@2x.png', await draw(browser, 'tray.svg', 32));
  await write('icons/overlay.png', await draw(browser, 'overlay.svg', 16));
  await write('icons/overlay@2x.png', await draw(browser, 'overlay.svg', 32));
} finally {
  await browser.close();
}
