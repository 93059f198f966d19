/** @file Whether the program was started as the command line: `Tranship --cli -- check export.jsonl`. Pure. */

/** Chromium and Node read no switch behind it. */
const TERMINATOR = '--';
const CALL = '--cli';
/** As `CALL`, by the launcher of Windows: its end and Ctrl-C come through the standard input. */
const CALL_BY_LAUNCHER = '--cli=launcher';
/** Chromium needs a display on Linux, which a scheduled job does not have. */
const WITHOUT_DISPLAY = '--ozone-platform=headless';

export type CommandLineCall =
  | { kind: 'call'; args: readonly string[]; hasLauncher: boolean }
  /** `switches`: what stood before the terminator, where Chromium obeys it. */
  | { kind: 'refused'; switches: readonly string[] };

/**
 * The call, or undefined where the window is to be opened. Nothing but the call itself may stand before the terminator:
 * Chromium would obey a proxy or a port for remote debugging that is given there.
 * @param argv of the whole process
 * @param isPackaged if false, the second argument is the folder of the app
 */
export function commandLineCall(
  argv: readonly string[],
  { platform, isPackaged }: { platform: string; isPackaged: boolean },
): CommandLineCall | undefined {
  const end = argv.indexOf(TERMINATOR);
  const before = argv.slice(isPackaged ? 1 : 2, end === -1 ? undefined : end);
  const isCall = (part: string) => part === CALL || part === CALL_BY_LAUNCHER;
  if (!before.some(isCall)) return undefined;
  const isHarmless = (part: string) => platform === 'linux' && part === WITHOUT_DISPLAY;
  const switches = before.filter((part) => !isCall(part) && !isHarmless(part));
  // Without the terminator, a word of the call could be a switch.
  if (switches.length > 0 || end === -1) return { kind: 'refused', switches };
  return { kind: 'call', args: argv.slice(end + 1), hasLauncher: before.includes(CALL_BY_LAUNCHER) };
}
