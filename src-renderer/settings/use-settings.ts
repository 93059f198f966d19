/** @file The settings, which save themselves: what a person changes is shown at once and stored behind it. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Settings } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

/** Long enough that nobody waits for it between two key strokes. */
const TYPING_PAUSE = 600;

export type SettingName = keyof Settings;

export interface KeptSettings {
  /** Undefined until they are there. */
  settings: Settings | undefined;
  /** Shows the change at once and stores it; `isTyped` waits for the end of typing. */
  change: <Name extends SettingName>(name: Name, value: Settings[Name], isTyped?: boolean) => void;
  /** Which setting was stored last, and how often any was: each saving is told anew. */
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
    // Who leaves the page in the middle of typing has still changed the setting.
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
