/** @file What installers of Tranship may change on a machine, each with the reason. What fits no entry is a fault. Pure. */

/** After an installation, an upgrade or a repair; after all is uninstalled. */
export type Stage = 'installed' | 'uninstalled';
export const stages: readonly Stage[] = ['installed', 'uninstalled'];

export interface Allowed {
  reason: string;
  place: RegExp;
  /** When; absent: always. */
  stages?: readonly Stage[];
}

/** Where installers write: a difference here is a fault also where it does not name Tranship. */
const placesOfInstallers = [
  /\\CurrentVersion\\(Uninstall|App Paths|Run|RunOnce)\\/i,
  /^HKEY_LOCAL_MACHINE\\SOFTWARE\\(Classes\\Installer|Microsoft\\Windows\\CurrentVersion\\Installer)\\/i,
  /^HKEY_(CURRENT_USER|LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Session Manager)\\Environment\\Path$/i,
  /\\Software\\Classes\\(\.(jsonl|ndjson|jsonlines)|Applications)\\/i,
  /\\(Start Menu|Desktop)\\/i,
  /\\System32\\Tasks\\/i,
  /^\/(Applications|usr\/local\/bin|private\/etc\/paths\.d|private\/var\/db\/receipts)\//,
  /\/Launch(Agents|Daemons)\//,
];

export function isPlaceOfInstallers(place: string): boolean {
  return placesOfInstallers.some((pattern) => pattern.test(place));
}

const installed: readonly Stage[] = ['installed'];
const uninstalled: readonly Stage[] = ['uninstalled'];

/** The first that fits counts. */
export const allowedChanges: readonly Allowed[] = [
  {
    reason: 'the data folder, and beside it how far each has come: submissions in it may still be under way',
    place: /(\\AppData\\Local|\/Library\/Application Support)[\\/]Tranship( Witness)?([\\/]|$)/i,
  },
  {
    reason: 'Windows remembers every program that ran, and how its windows were',
    place:
      /\\(Local Settings|AppCompatFlags|BagMRU|Bags|UserAssist|FeatureUsage|RecentDocs|bam\\State|RADAR\\HeapLeakDetection|CloudStore|NotifyIconSettings|MuiCache)\\/i,
  },
  {
    reason: 'Windows remembers every program that showed a notification; the person’s settings for it are there',
    place: /\\CurrentVersion\\(Notifications\\Settings|PushNotifications\\Backup)\\/i,
  },
  {
    reason: 'Windows keeps a place for traces of every program that asks the network',
    place: /\\Microsoft\\Tracing\\/i,
  },
  {
    reason: 'Windows keeps its reports on programs that were ended: the changed archive is to be refused',
    place: /\\(Windows Error Reporting|WER|CrashDumps)([\\]|$)/i,
  },
  {
    reason: 'macOS keeps the state and the caches of every program that ran',
    place: /\/Library\/(Caches|Saved Application State|HTTPStorages|Preferences|Logs|WebKit)\//,
  },
  {
    reason: 'the app',
    place: /(\\Program Files|\\AppData\\Local\\Programs|\/Applications)[\\/]Tranship(\.app)?([\\/]|$)/i,
    stages: installed,
  },
  {
    reason: 'the folder of the person’s programs',
    place: /\\AppData\\Local\\Programs$|\/Users\/[^/]+\/Applications$/i,
  },
  {
    reason: 'in the start menu, and on the desktop by the setup',
    place: /\\(Programs|Desktop)\\Tranship\.lnk$/i,
    stages: installed,
  },
  {
    reason: '“Open with” for JSON Lines',
    place:
      /\\Software\\(Wow6432Node\\)?Classes\\(Wow6432Node\\)?(\.(jsonl|ndjson|jsonlines)|Tranship\.jsonl|Applications\\Tranship\.exe)\\/i,
    stages: installed,
  },
  {
    reason: 'the click on a notification',
    place: /\\CLSID\\\{3B6C1E0A-7F5D-4C58-9E0B-5D2A8F41C7E6\}\\/i,
    stages: installed,
  },
  {
    reason: 'the command on the PATH, and where the app is',
    place: /^HKEY_LOCAL_MACHINE\\Software\\Tranship\\/i,
    stages: installed,
  },
  { reason: 'the command on the PATH', place: /\\Environment\\Path$/i, stages: installed },
  { reason: 'Windows’ list of installed programs', place: /\\CurrentVersion\\Uninstall\\[^\\]+\\/i, stages: installed },
  {
    reason: 'the setup’s own note of where it has installed',
    place: /^HKEY_(CURRENT_USER|LOCAL_MACHINE)\\Software\\[0-9a-f-]{36}\\/i,
    stages: installed,
  },
  {
    reason: 'Windows Installer’s own notes and its copy of the package',
    place: /\\(Classes|CurrentVersion)\\Installer\\|\\Windows\\Installer\\/i,
    stages: installed,
  },
  {
    reason: 'Windows Installer keeps the heads of its own lists when they are empty',
    place:
      /\\(Classes|CurrentVersion)\\Installer\\((Products|Features|UpgradeCodes|Folders|Rollback|InProgress|UserData(\\S-[\d-]+(\\(Products|Components|Patches))?)?)\\)?$/i,
    stages: uninstalled,
  },
  { reason: 'the package’s link to the command', place: /^\/usr\/local\/bin(\/tranship)?$/, stages: installed },
  {
    reason: 'the receipt of the package',
    place: /\/receipts\/app\.tranship\.desktop\.(plist|bom)$/,
    stages: installed,
  },
];
