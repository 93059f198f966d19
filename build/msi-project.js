/**
 * @file Electron-builder calls this when the project of the MSI is written, before it is compiled. Adds Tranship to “Open
 * with” for JSON Lines; Electron-builder itself could only make it the default app of these files.
 */

import { readFileSync, writeFileSync } from 'node:fs';

const classes = 'Software\\Classes';
const program = '&quot;[#mainExecutable]&quot; &quot;%1&quot;';

/** What installer.nsh writes as well. The empty name is the key's own value. */
const registry = [
  ['.jsonl\\OpenWithProgids', 'Tranship.jsonl', ''],
  ['Tranship.jsonl', '', 'JSON Lines export'],
  ['Tranship.jsonl\\DefaultIcon', '', '[#mainExecutable],0'],
  ['Tranship.jsonl\\shell\\open\\command', '', program],
  ['Applications\\Tranship.exe', 'FriendlyAppName', 'Tranship'],
  ['Applications\\Tranship.exe\\SupportedTypes', '.jsonl', ''],
  ['Applications\\Tranship.exe\\shell\\open\\command', '', program],
];

export default function msiProjectCreated(path) {
  writeFileSync(path, withOpenWith(readFileSync(path, 'utf8')));
}

/** @throws if the project has no place for components, as a later Electron-builder may write it */
export function withOpenWith(project) {
  const end = '</ComponentGroup>';
  if (project.split(end).length !== 2) throw new Error(`The project of the MSI has not exactly one ${end}.`);
  const values = registry.map(([key, name, value], index) => {
    const named = name === '' ? '' : ` Name="${name}"`;
    // The first is what Windows Installer looks for to know whether the component is there.
    const keyPath = index === 0 ? ' KeyPath="yes"' : '';
    return `<RegistryValue Root="HKLM" Key="${classes}\\${key}"${named} Type="string" Value="${value}"${keyPath}/>`;
  });
  const component = `<Component Id="OpenWith" Guid="5E8F0D86-2F6B-4C0B-8C35-6B0A7B0E9D41">\n${values.join('\n')}\n</Component>\n`;
  return project.replace(end, () => `${component}${end}`);
}
