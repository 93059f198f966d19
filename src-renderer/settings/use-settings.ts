/** @file The settings: a change is shown at once and stored in the background. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Settings } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

/** Long enough that a pause between two keystrokes does not store. */
const TYPING_PAUSE = 600;

export type SettingName = keyof Settings;

export interface KeptSettings {
  /** Undefined until they are loaded. */
  settings: Settings | undefined;
  /** Shows the change at once and stores it; with `isTyped`, only after the person stops typing. */
  change: <Name extends SettingName>(name: Name, value: Settings[Name], isTyped?: boolean) => void;
  /** The setting stored last, and the number of times any was stored, so that each time is announced. */
  saved: { name: SettingName; times: number } | undefined;
  /** Why a setting could not be stored, by its name. */
  errors: Partial<Record<SettingName | 'all', ErrorRecord>>;
}

export function useSettings(): KeptSettings {
  const bridge = useBridge();
  const [settings, setSettings] = useState<Settings>();
  const [saved, setSaved] = useState<KeptSettings['saved']>();
  const [errors, setErrors] = useState<KeptSettings['errors']>({});
  const waiting = useRef(new Map<SettingName, { timer: ReturnType<typeof setTimeout>; store: () => void }>());

  useEffect(() => {
    void bridge.invoke['settings.get']().then((result) => {
      if (result.ok) setSettings(result.value);
      else setErrors({ all: result.error });
    });
    const pending = waiting.current;
    // Stores a setting whose input was still being typed when the page is left.
    return () => {
      for (const { timer, store } of pending.values()) {
        clearTimeout(timer);
        store();
      }
      pending.clear();
    };
  }, [bridge]);

  const change = useCallback<KeptSettings['change']>(
    (name, value, isTyped = false) => {
      setSettings((before) => before && { ...before, [name]: value });
      const store = async () => {
        waiting.current.delete(name);
        const result = await bridge.invoke['settings.change']({ [name]: value });
        setErrors(({ [name]: _, ...others }) => (result.ok ? others : { ...others, [name]: result.error }));
        if (result.ok) setSaved((before) => ({ name, times: (before?.times ?? 0) + 1 }));
      };
      clearTimeout(waiting.current.get(name)?.timer);
      if (isTyped) waiting.current.set(name, { timer: setTimeout(store, TYPING_PAUSE), store });
      else void store();
    },
    [bridge],
  );
  return { settings, change, saved, errors };
}
