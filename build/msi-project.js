/**
 * @file Electron-builder calls this when the project of the MSI is written, before it is compiled. Adds Tranship to “Open
 * with” for JSON Lines; Electron-builder itself could only make it the default app of these files. Adds the command
 * `tranship` to the PATH of the machine, where it ships. Remembers the folder into which it was installed, for upgrades.
 */

import { readFileSync, writeFileSync } from 'node:fs';

const classes = 'Software\\Classes';
const program = '&quot;[#mainExecutable]&quot; &quot;%1&quot;';

/** How the names of exports end; src-shared/folder-contents.ts has the same. */
const endings = ['jsonl', 'ndjson', 'jsonlines'];

/** What installer.nsh writes as well. The empty name is the key's own value. */
const registry = [
  ...endings.map((ending) => [`.${ending}\\OpenWithProgids`, 'Tranship.jsonl', '']),
  ['Tranship.jsonl', '', 'JSON Lines export'],
  ['Tranship.jsonl\\DefaultIcon', '', '[#mainExecutable],0'],
  ['Tranship.jsonl\\shell\\open\\command', '', program],
  ['Applications\\Tranship.exe', 'FriendlyAppName', 'Tranship'],
  ...endings.map((ending) => ['Applications\\Tranship.exe\\SupportedTypes', `.${ending}`, '']),
  ['Applications\\Tranship.exe\\shell\\open\\command', '', program],
];

export default function msiProjectCreated(path) {
  writeFileSync(path, completed(readFileSync(path, 'utf8')));
}

/** @throws if the project has not the places for what is added, as a later Electron-builder may write it */
export function completed(project) {
  const hasCommand = project.includes(':\\resources\\command\\"');
  const components = [openWith(), rememberedFolder, ...(hasCommand ? [onThePath] : [])];
  return [
    ['<Directory Id="TARGETDIR"', sameFolderAsBefore],
    ['</ComponentGroup>', components.join('')],
  ].reduce((text, [place, addition]) => withBefore(text, place, addition), withActivator(project));
}

/** The shortcut starts Tranship for a click on a notification: src-main/shells/electron/toast.ts has the same id. */
function withActivator(project) {
  const name = '<ShortcutProperty Key="System.AppUserModel.ID"';
  const activator =
    '<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID" Value="{3B6C1E0A-7F5D-4C58-9E0B-5D2A8F41C7E6}"/>';
  return project.replaceAll(name, () => `${activator}\n${name}`);
}

function withBefore(project, place, addition) {
  if (project.split(place).length !== 2) throw new Error(`The project of the MSI has not exactly one ${place}.`);
  return project.replace(place, () => `${addition}${place}`);
}

function openWith() {
  const values = registry.map(([key, name, value], index) => {
    const named = name === '' ? '' : ` Name="${name}"`;
    // The first is what Windows Installer looks for to know whether the component is there.
    const keyPath = index === 0 ? ' KeyPath="yes"' : '';
    return `<RegistryValue Root="HKLM" Key="${classes}\\${key}"${named} Type="string" Value="${value}"${keyPath}/>`;
  });
  return component('OpenWith', '5E8F0D86-2F6B-4C0B-8C35-6B0A7B0E9D41', values.join('\n'));
}

const rememberedFolder = component(
  'RememberedFolder',
  'C2A6F0B4-3D58-4E7F-9B1E-41D7A0C95E36',
  `<RegistryValue Root="HKLM" Key="Software\\Tranship" Name="InstallFolder" Type="string" Value="[APPLICATIONFOLDER]" KeyPath="yes"/>`,
);

/**
 * An upgrade goes where the last version is, unless APPLICATIONFOLDER says otherwise; Windows Installer itself forgets the
 * folder. A search into the property itself would outdo the command line. Then “Apps” of Windows and other tools are told, also by a
 * repair, which writes that again.
 */
const sameFolderAsBefore = `<Property Id="FOLDERBEFORE"><RegistrySearch Id="FolderBefore" Root="HKLM" Key="Software\\Tranship" Name="InstallFolder" Type="raw"/></Property>
<CustomAction Id="SameFolderAsBefore" Property="APPLICATIONFOLDER" Value="[FOLDERBEFORE]"/>
<CustomAction Id="TellFolder" Property="ARPINSTALLLOCATION" Value="[APPLICATIONFOLDER]"/>
<InstallExecuteSequence>
<Custom Action="SameFolderAsBefore" Sequence="750">FOLDERBEFORE AND NOT APPLICATIONFOLDER</Custom>
<Custom Action="TellFolder" Sequence="1350">NOT (REMOVE="ALL")</Custom>
</InstallExecuteSequence>
`;

/** Windows Installer changes the PATH itself, and takes away what it added. */
const onThePath = component(
  'OnThePath',
  '0E7C1B5A-93F4-4D3E-8A0B-7E5C64D2B19F',
  `<RegistryValue Root="HKLM" Key="Software\\Tranship" Name="OnThePath" Type="integer" Value="1" KeyPath="yes"/>
<Environment Id="Path" Name="PATH" Value="[APPLICATIONFOLDER]resources\\command" System="yes" Part="last" Action="set" Permanent="no"/>`,
);

function component(id, guid, content) {
  return `<Component Id="${id}" Guid="${guid}">\n${content}\n</Component>\n`;
}
