/** @file The types of msi-project.js, which Electron-builder's hook loads as it is. */

export default function msiProjectCreated(path: string): void;

export function completed(project: string): string;
