/** @file The rule set that is in use, and the one that a person is making: it survives leaving the page, and is judged as it changes. */

import { useCallback, useEffect, useState } from 'react';
import type { RuleSetProblem, RuleSetState } from '../../../src-shared/contract.ts';
import type { ErrorRecord } from '../../../src-shared/errors.ts';
import { useBridge } from '../../bridge-context.ts';

/** Long enough that a pause between two keystrokes is not judged. */
const TYPING_PAUSE = 300;
const DRAFT = 'tranship.rule-set-draft';

export interface EditedRuleSet {
  /** Undefined until it is loaded. */
  state: RuleSetState | undefined;
  /** The text that the person is making. */
  text: string;
  setText: (text: string) => void;
  problems: readonly RuleSetProblem[];
  /** The text has not been judged yet. */
  isJudging: boolean;
  /** Puts the text into use. Resolves to whether that worked. */
  keep: () => Promise<boolean>;
  /** How often it was put into use since the page opened; undefined before the first time. */
  saved: number | undefined;
  error: ErrorRecord | undefined;
}

/** @param isLocked the organisation has set it: what a person was making before that is not shown in its place */
export function useRuleSet(isLocked: boolean): EditedRuleSet {
  const bridge = useBridge();
  const [state, setState] = useState<RuleSetState>();
  const [text, setOnlyText] = useState('');
  const [judged, setJudged] = useState<{ text: string; problems: readonly RuleSetProblem[] }>();
  const [saved, setSaved] = useState<number>();
  const [error, setError] = useState<ErrorRecord>();
  const load = useCallback(async () => {
    const result = await bridge.invoke['ruleSet.get']();
    if (!result.ok) setError(result.error);
    else setState(result.value);
    return result.ok ? result.value : undefined;
  }, [bridge]);
  useEffect(() => {
    void load().then((loaded) => {
      const draft = isLocked ? null : sessionStorage.getItem(DRAFT);
      setOnlyText(draft ?? loaded?.text ?? '');
    });
  }, [load, isLocked]);
  const setText = (next: string) => {
    setOnlyText(next);
    if (next === state?.text) sessionStorage.removeItem(DRAFT);
    else sessionStorage.setItem(DRAFT, next);
  };
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      void bridge.invoke['ruleSet.judge']({ text }).then((result) => {
        if (isWanted && result.ok) setJudged({ text, problems: result.value });
      });
    }, TYPING_PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, text]);
  const keep = async () => {
    const result = await bridge.invoke['settings.change']({ ruleSet: text });
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return false;
    sessionStorage.removeItem(DRAFT);
    await load();
    setSaved((times = 0) => times + 1);
    return true;
  };
  return {
    state,
    text,
    setText,
    keep,
    saved,
    error,
    problems: judged?.problems ?? [],
    isJudging: judged?.text !== text,
  };
}
