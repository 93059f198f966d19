/**
 * @file Where each system keeps the policy. The places are fixed: no variable moves them, not even those that usually
 * name the folder of Windows or of the person.
 */

import { userInfo } from 'node:os';
import { win32 } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { decodedOutput, keysBelow, readRegQuery, WrongOutput } from '../ground/reg-query.ts';
import { type RunProgram, runProgram, systemFolder } from '../ground/system-programs.ts';
import { readTrustedFile, type TrustOptions } from './trusted-file.ts';

/** What one place holds, as it was read. */
export interface PolicySource {
  place: string;
  raw: unknown;
}

let own: readonly PolicySource[] | undefined;

/** The sources of this computer, as they were when this process first asked. @throws AppError policy.unusable */
export function ownSources(): readonly PolicySource[] {
  own ??= readSources();
  return own;
}

/** The sources of this computer that hold something; of a key in several, the last one counts. @throws AppError policy.unusable */
export function readSources(platform: NodeJS.Platform = process.platform): PolicySource[] {
  switch (platform) {
    case 'win32':
      return fromRegistry(runProgram, systemFolder());
    case 'darwin':
      return fromManagedPreferences(runProgram, userInfo().username);
    default:
      return fromFile();
  }
}

const LINUX_FILE = '/etc/tranship/policy.json';

/** Linux: a JSON file. @throws AppError policy.unusable */
export function fromFile(path = LINUX_FILE, trust: TrustOptions = {}): PolicySource[] {
  const content = readTrustedFile(path, trust);
  return content === undefined ? [] : [{ place: path, raw: parsedJson(path, content) }];
}

/** Of the computer, and above it of the user, as macOS itself ranks them. */
const PREFERENCES = '/Library/Managed Preferences';
const DOMAIN = 'app.tranship.desktop.plist';

/** macOS: what a configuration profile has put there. @throws AppError policy.unusable */
export function fromManagedPreferences(run: RunProgram, user: string, folder = PREFERENCES, trust: TrustOptions = {}) {
  return [`${folder}/${DOMAIN}`, `${folder}/${user}/${DOMAIN}`].flatMap((place): PolicySource[] => {
    const content = readTrustedFile(place, trust);
    if (content === undefined) return [];
    const { status, output } = run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '-'], content);
    const problem = fact('it holds a value that is no text, number, list or true and false, or it is damaged');
    if (status !== 0) throw new AppError('policy.unusable', { place, problem });
    return [{ place, raw: withoutProfile(parsedJson(place, output)) }];
  });
}

/** The system may leave what describes the profile itself among the values. */
function withoutProfile(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !name.startsWith('Payload')));
}

const POLICIES = 'HKEY_LOCAL_MACHINE\\Software\\Policies';
const REGISTRY_PLACE = 'HKLM\\Software\\Policies\\Tranship';

/**
 * Windows: the registry, which group policies write and only administrators can. That the key is not there is learnt
 * from the list of the keys beside it, since reg.exe ends alike for a key that is missing and one that it may not read.
 * Where the registry tools are denied to clerks, PowerShell is asked.
 * @throws AppError policy.unusable
 */
export function fromRegistry(run: RunProgram, system: string): PolicySource[] {
  const reg = win32.join(system, 'reg.exe');
  const beside = run(reg, ['query', POLICIES, '/reg:64']);
  if (beside.status !== 0) return fromPowerShell(run, system);
  try {
    const names = keysBelow(decodedOutput(beside.output), POLICIES).map((name) => name.toLowerCase());
    if (!names.includes('tranship')) return [];
    const root = `${POLICIES}\\Tranship`;
    const { status, output } = run(reg, ['query', root, '/s', '/reg:64']);
    if (status !== 0)
      throw new WrongOutput(fact('the key cannot be read; all people of this computer must be able to'));
    return foundIn(readRegQuery(decodedOutput(output), root));
  } catch (thrown) {
    if (thrown instanceof WrongOutput)
      throw new AppError('policy.unusable', { place: REGISTRY_PLACE, problem: thrown.problem });
    throw thrown;
  }
}

function foundIn(raw: unknown): PolicySource[] {
  const found = withoutEmptyKeys(raw);
  return found === undefined ? [] : [{ place: REGISTRY_PLACE, raw: found }];
}

/** An empty key is what stays behind when a policy was taken away. */
function withoutEmptyKeys(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw ?? undefined;
  const full = Object.entries(raw).map(([name, value]) => [name, withoutEmptyKeys(value)] as const);
  const kept = full.filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * Prints the key as JSON in ASCII; `null` where there is none. Works in PowerShell's constrained language, too. Its commands
 * are those that come with it: modules in the documents of a person would go before them.
 */
const SCRIPT = `
$ErrorActionPreference = 'Stop'
$PSModuleAutoLoadingPreference = 'None'
foreach ($part in 'Management', 'Utility') { Import-Module "$PSHOME\\Modules\\Microsoft.PowerShell.$part\\Microsoft.PowerShell.$part.psd1" }
function Get-Tree($path) {
  $tree = @{}
  $key = Get-Item -LiteralPath $path
  foreach ($name in $key.Property) {
    $value = (Get-ItemProperty -LiteralPath $path -Name $name).$name
    if ($value -is [int] -or $value -is [long] -or $value -is [array]) { $tree[$name] = $value } else { $tree[$name] = "$value" }
  }
  foreach ($child in Get-ChildItem -LiteralPath $path) { $tree[$child.PSChildName] = Get-Tree $child.PSPath }
  $tree
}
$root = 'HKLM:\\Software\\Policies\\Tranship'
$json = if (Test-Path -LiteralPath $root) { ConvertTo-Json (Get-Tree $root) -Depth 8 -Compress } else { 'null' }
-join ($json.ToCharArray() | ForEach-Object { if ([int]$_ -gt 126) { '\\u{0:x4}' -f [int]$_ } else { $_ } })
`;

function fromPowerShell(run: RunProgram, system: string): PolicySource[] {
  const program = win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  // As PowerShell takes a script without any rule of quoting: Base64 of UTF-16.
  const script = Buffer.from(SCRIPT, 'utf16le').toString('base64');
  const { status, output } = run(program, ['-NoProfile', '-NonInteractive', '-EncodedCommand', script]);
  const problem = fact('neither reg.exe nor PowerShell can read it here; allow one of them');
  if (status !== 0) throw new AppError('policy.unusable', { place: REGISTRY_PLACE, problem });
  return foundIn(parsedJson(REGISTRY_PLACE, output));
}

/** @throws AppError policy.unusable */
function parsedJson(place: string, content: Buffer): unknown {
  try {
    const isWide = (content[0] === 0xff && content[1] === 0xfe) || content.subarray(0, 4).includes(0);
    return JSON.parse(new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(content));
  } catch {
    // What the parser says would quote the content.
    throw new AppError('policy.unusable', { place, problem: fact('it is not valid JSON in UTF-8') });
  }
}
