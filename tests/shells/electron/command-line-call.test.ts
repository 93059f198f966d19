import { describe, expect, it } from 'vitest';
import { commandLineCall } from '../../../src-main/shells/electron/command-line-call.ts';

const installed = { platform: 'win32', isPackaged: true };
const read = (...argv: string[]) => commandLineCall(['Tranship', ...argv], installed);

describe('Whether the app was started as the command line', () => {
  it('What follows the terminator is the call', () => {
    expect(read('--cli', '--', 'check', 'a b')).toEqual({ kind: 'call', args: ['check', 'a b'], hasLauncher: false });
  });

  it('The launcher of Windows says that signals come through it', () => {
    expect(read('--cli=launcher', '--', 'work')).toMatchObject({ kind: 'call', hasLauncher: true });
  });

  it('A terminator inside the call belongs to the call', () => {
    expect(read('--cli', '--', 'check', '--', '-x')).toMatchObject({ args: ['check', '--', '-x'] });
  });

  it('A file to be opened, and a file that has the name of the switch, open the window', () => {
    expect(read('export.jsonl')).toBeUndefined();
    expect(read('--', '--cli')).toBeUndefined();
    expect(read()).toBeUndefined();
  });

  it.each(['--proxy-server=evil:1', '--remote-debugging-port=1', '--inspect', '--js-flags=--x', 'file', ''])(
    'Chromium would obey “%s” before the terminator: it is refused',
    (part) => {
      expect(read('--cli', part, '--', 'work')).toEqual({ kind: 'refused', switches: [part] });
      expect(read(part, '--cli', '--', 'work')).toEqual({ kind: 'refused', switches: [part] });
    },
  );

  it('A call without a terminator is refused, since its words could be switches', () => {
    expect(read('--cli')).toEqual({ kind: 'refused', switches: [] });
    expect(read('--cli', 'work')).toEqual({ kind: 'refused', switches: ['work'] });
  });

  it('Only Linux may be told to do without a display', () => {
    const argv = ['tranship', '--cli', '--ozone-platform=headless', '--', 'work'];
    expect(commandLineCall(argv, { platform: 'linux', isPackaged: true })).toMatchObject({ kind: 'call' });
    expect(commandLineCall(argv, installed)).toMatchObject({ kind: 'refused' });
  });

  it('During development the folder of the app comes first', () => {
    const argv = ['electron', '.', '--cli', '--', 'work'];
    expect(commandLineCall(argv, { ...installed, isPackaged: false })).toMatchObject({ args: ['work'] });
  });
});
