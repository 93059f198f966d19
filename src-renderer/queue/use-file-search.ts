/** @file The search for an id in the files themselves: part by part, so that it can be stopped and tells how far it is. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { FoundInFiles } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { goesOn, withPart } from '../../src-shared/found-in-files.ts';
import { useBridge } from '../bridge-context.ts';

export interface FileSearch {
  /** Undefined until the first part has answered. */
  found: FoundInFiles | undefined;
  isReading: boolean;
  error?: ErrorRecord;
}

export interface SearchOfFiles {
  /** Undefined where nothing is looked for in files. */
  search: FileSearch | undefined;
  /** Reads what a person decides on, and what is left of a search that was stopped. */
  goOn: () => void;
  stop: () => void;
}

/** @param id undefined: nothing is looked for in files @param most places that are shown */
export function useFileSearch(id: string | undefined, most: number): SearchOfFiles {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<{ id: string; search: FileSearch }>();
  /** Counts the searches: what an earlier one is told is dropped. */
  const latest = useRef(0);
  const read = useCallback(
    async (before?: FoundInFiles) => {
      if (id === undefined) return;
      latest.current += 1;
      const own = latest.current;
      const tell = (search: FileSearch) => setAnswer({ id, search });
      let found = before;
      do {
        tell({ found, isReading: true });
        const asked = { ids: [id], most: most - (found?.places.length ?? 0) };
        const part = await bridge.invoke['queue.findInFiles']({ ...asked, ...(found?.next && { from: found.next }) });
        if (own !== latest.current) return;
        if (!part.ok) return tell({ found, isReading: false, error: part.error });
        found = withPart(found, part.value);
      } while (goesOn(found, most));
      tell({ found, isReading: false });
    },
    [bridge, id, most],
  );
  const stop = useCallback(() => {
    latest.current += 1;
    setAnswer((last) => last && { ...last, search: { ...last.search, isReading: false } });
  }, []);
  useEffect(() => {
    void read();
    return () => {
      latest.current += 1;
    };
  }, [read]);
  const search = answer?.id === id ? answer?.search : undefined;
  return {
    search: id === undefined ? undefined : (search ?? { found: undefined, isReading: true }),
    goOn: () => void read(search?.found),
    stop,
  };
}

/** A search that is over and has left nothing out is told by what it has found. */
export function hasSomethingToSay(search: FileSearch | undefined): boolean {
  return search !== undefined && (search.error !== undefined || isSearchIncomplete(search));
}

/** Whether there is something that was not searched: it is not read yet, or could not be. */
export function isSearchIncomplete({ found, isReading }: FileSearch): boolean {
  return isReading || found === undefined || found.next !== undefined || found.unsearched.length > 0;
}
