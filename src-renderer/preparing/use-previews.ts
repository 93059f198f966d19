/** @file What becomes of the first rows with the template as it is now, judged by the check while the person decides. */

import { useEffect, useState } from 'react';
import type { Preparation, PreparationTable, Preview, Template } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';

/** Enough to find what is wrong with a column, and quick enough for every key. */
const LOOKED_AT = 30;
const PAUSE_MS = 150;

/** @returns the previews that came last: they stay until the next ones are there */
export function usePreviews(
  id: Preparation['id'],
  template: Template,
  table: PreparationTable | undefined,
): readonly Preview[] {
  const bridge = useBridge();
  const [previews, setPreviews] = useState<readonly Preview[]>([]);
  useEffect(() => {
    const rows = table?.rows.slice(0, LOOKED_AT).map(({ number }) => number) ?? [];
    if (table === undefined || rows.length === 0) return;
    let isOutdated = false;
    const timer = setTimeout(() => {
      void bridge.invoke['preparations.preview']({ id, template, table: table.name, rows }).then((result) => {
        if (!isOutdated && result.ok) setPreviews(result.value);
      });
    }, PAUSE_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [bridge, id, template, table]);
  return previews;
}
