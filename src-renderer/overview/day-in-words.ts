/** @file What became of a day's lines in one sentence, with their sums of money: the sentence of the statement of that day. */

import { useEffect, useState } from 'react';
import { linesOf } from '../../src-shared/account.ts';
import { dayOf } from '../../src-shared/calendar-days.ts';
import type { DayFigures } from '../../src-shared/contract.ts';
import { statementInWords } from '../../src-shared/statement-words.ts';
import { useBridge } from '../bridge-context.ts';

/** Asked for again once the day has other figures; undefined where no file was added, and until the answer comes. */
export function useDayInWords(figures: DayFigures | undefined): string | undefined {
  const bridge = useBridge();
  const day = figures === undefined || linesOf(figures.account) === 0 ? undefined : dayOf(figures.at);
  const key = JSON.stringify(figures);
  const [known, setKnown] = useState<{ day: string; sentence: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the figures.
  useEffect(() => {
    if (day === undefined) return;
    let isWanted = true;
    void bridge.invoke['statement.read']({ from: day, to: day }).then((result) => {
      if (isWanted) setKnown(result.ok ? { day, sentence: statementInWords(result.value) } : undefined);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, day, key]);
  return known?.day === day ? known?.sentence : undefined;
}
