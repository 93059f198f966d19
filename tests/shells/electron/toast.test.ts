/** @file A notification of Windows leads to its file also after Tranship was closed and started again. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completed } from '../../../build/msi-project.js';
import { idsOfToast, isStartedForToast, TOAST_ACTIVATOR, toastXml } from '../../../src-main/shells/electron/toast.ts';
import { anyText } from '../../any-text.ts';

const launchOf = (xml: string) => (/launch="([^"]*)"/.exec(xml)?.[1] ?? '').replaceAll('&amp;', '&');

it('passes what it leads to', () => {
  const xml = toastXml({ title: 'Held', body: 'export.jsonl' }, [3, 17], 'tag-1');
  expect(idsOfToast(launchOf(xml))).toEqual([3, 17]);
  // lib of Electron: by these two it finds the notification in this process.
  expect(launchOf(xml)).toMatch(/^type=click&tag=tag-1&/);
});

it('is well-formed, whatever a file is called', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 30 }), anyText({ maxLength: 30 }), (title, body) => {
      const [, inside = ''] =
        /^<toast launch="[^"<]*"><visual>.*?<text>(.*)<\/text><\/binding><\/visual><\/toast>$/s.exec(
          toastXml({ title, body }, [1], 'tag'),
        ) ?? [];
      expect(inside.replace('</text><text>', '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(inside.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(inside)).toBe(true);
    }),
  );
});

it.each(['', 'type=click', 'lead=', 'lead=-1', 'lead=1;2', 'lead=../..', `lead=${'9'.repeat(40)}`, 'lead=0'])(
  'leads nowhere with the foreign text “%s”',
  (launch) => {
    expect(idsOfToast(launch)).toEqual([]);
  },
);

it('knows that Windows has started it for a click', () => {
  expect(isStartedForToast(['Tranship.exe', '-Embedding'])).toBe(true);
  expect(isStartedForToast(['Tranship.exe', 'C:\\Embedding\\export.jsonl'])).toBe(false);
});

it('is registered with the same id by the app and by both installers', () => {
  const setup = readFileSync(new URL('../../../build/installer.nsh', import.meta.url), 'utf8');
  expect(setup).toContain(`!define TOAST_ACTIVATOR "${TOAST_ACTIVATOR}"`);
  const shortcut = '<ShortcutProperty Key="System.AppUserModel.ID" Value="app.tranship.desktop"/>';
  const project = completed(`<Directory Id="TARGETDIR"/>${shortcut}<ComponentGroup></ComponentGroup>`);
  expect(project).toContain(
    `<ShortcutProperty Key="System.AppUserModel.ToastActivatorCLSID" Value="${TOAST_ACTIVATOR}"/>`,
  );
});
