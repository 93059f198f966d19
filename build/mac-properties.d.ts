/** @file The types of mac-properties.js, which Electron-builder's hook loads as it is. */

export function leanProperties(properties: Readonly<Record<string, unknown>>): Record<string, unknown>;
