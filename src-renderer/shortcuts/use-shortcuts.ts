/** @file Listens to the keys of the whole window, except while a dialog is open; while a person types, only to the one that lists the commands. */

import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { windowCommands } from '../../src-shared/window-commands.ts';
import { useAppInfo } from '../app-info.ts';
import { isDialogOpen } from '../dialog.tsx';
import { usePerform } from '../palette/use-perform.ts';
import { routeOf } from '../routes.ts';
import { useStores, useTeam } from '../stores.ts';
import { hasTeam } from '../team/team-store.ts';
import { strokeOf } from './keys.ts';
import { pageShortcuts } from './page-shortcuts.ts';
import { afterStroke, isInTime, nothingBegun } from './strokes.ts';

export function useShortcuts(): void {
  const { platform } = useAppInfo();
  const { palette, windowUse, link, queueView } = useStores();
  const isInTeam = useTeam(hasTeam);
  const perform = usePerform();
  const latest = useRef(perform);
  latest.current = perform;
  // Before the page is seen: a key that is pressed right then counts.
  useLayoutEffect(() => {
    let begun = nothingBegun;
    const shortcuts = pageShortcuts(isInTeam);
    const listen = (event: KeyboardEvent) => {
      if (strokeOf(event, platform) === 'Mod+A' && !isTypedInto(event.target)) {
        const { shown, select } = queueView.getState();
        if (mayMean(event) && link.getState().isConnected && routeOf(location.hash).page === 'queue') select(shown);
        // It would mark the words of the whole window, which is of no use.
        event.preventDefault();
      }
      if (!mayMean(event) || !link.getState().isConnected) {
        begun = nothingBegun;
        return;
      }
      const stroke = strokeOf(event, platform);
      if (isTypedInto(event.target) && stroke !== windowCommands['show-commands'].keys) {
        begun = nothingBegun;
        return;
      }
      if (stroke === undefined || isModifier(event.key)) return;
      if (!stroke.startsWith('Mod+') && !windowUse.getState().singleStrokes) return;
      const after = afterStroke(shortcuts, begun, stroke, event.timeStamp);
      begun = after.begun;
      if (after.meaning === undefined) return;
      event.preventDefault();
      // The next key may follow at once.
      if (after.meaning === 'show-commands') flushSync(() => palette.getState().show('commands'));
      else void latest.current(after.meaning);
    };
    /** A letter after the first key of two is no action of what has the focus. */
    const listenBefore = (event: KeyboardEvent) => {
      const isLetter = /^[A-Z]$/.test(strokeOf(event, platform) ?? '');
      if (!isLetter || !isInTime(begun, event.timeStamp) || !mayMean(event) || isTypedInto(event.target)) return;
      listen(event);
      event.stopPropagation();
    };
    document.addEventListener('keydown', listenBefore, true);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listenBefore, true);
      document.removeEventListener('keydown', listen);
    };
  }, [platform, palette, windowUse, link, queueView, isInTeam]);
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'].includes(key);

/** Not what another part has used, a key that is held down, or one that belongs to a dialog. */
export function mayMean(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !event.isComposing && !event.repeat && !isDialogOpen();
}

/** Kinds of inputs that take no text. */
const withoutText: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
]);
const rolesWithText = '[role="textbox"], [role="combobox"], [role="searchbox"], [role="listbox"], [role="spinbutton"]';

/** Whether a key goes into a text there. */
export function isTypedInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(rolesWithText) !== null) return true;
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
