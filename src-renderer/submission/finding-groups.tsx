/** @file The findings in groups: of one rule, field and value, with how many they are and their first lines. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FindingGroupRow, Result } from '../../src-shared/contract.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { groupTexts } from '../texts/finding-groups.ts';
import { findingTexts } from '../texts/submission.ts';
import classes from './finding-groups.module.css';
import type { FindingSelection } from './finding-selection.ts';
import { Standing } from './findings-search.tsx';
import { SeveritySign } from './severity-sign.tsx';

const SHOWN_AT_FIRST = 100;

interface Groups {
  groups: FindingGroupRow[];
  total: number;
  findings: number;
}

interface FindingGroupsProps {
  selection: FindingSelection;
  /** Changes when findings are added. */
  countOfRules: number;
  onOpen: (group: FindingGroupRow) => void;
}

export function FindingGroups({ selection, countOfRules, onOpen }: FindingGroupsProps) {
  const [wanted, setWanted] = useState(SHOWN_AT_FIRST);
  const [tries, setTries] = useState(0);
  const loaded = useGroups(selection, wanted, `${countOfRules} ${tries}`);
  if (loaded === undefined) return <Loading>{groupTexts.loading}</Loading>;
  if (!loaded.ok) {
    return (
      <ErrorNotice error={loaded.error}>
        <Button variant="default" mt="xs" onClick={() => setTries(tries + 1)}>
          {findingTexts.retry}
        </Button>
      </ErrorNotice>
    );
  }
  const { groups, total, findings } = loaded.value;
  return (
    <>
      {groups.length > 0 && (
        <ul className={classes['groups']} aria-label={groupTexts.label}>
          {groups.map((group) => (
            <li key={group.id}>
              <button type="button" onClick={() => onOpen(group)}>
                <SeveritySign severity={group.severity} />
                <span className={classes['name']}>{groupTexts.name(group)}</span>
                <span className={classes['figure']}>{groupTexts.times(group.count)}</span>
                <span className={classes['detail']}>
                  {ruleName(group.rule)} · {groupTexts.lines(group)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {groups.length < total && (
        <Button variant="default" onClick={() => setWanted(wanted + SHOWN_AT_FIRST)}>
          {groupTexts.more(Math.min(SHOWN_AT_FIRST, total - groups.length))}
        </Button>
      )}
      <Standing>{groupTexts.standing(total, findings)}</Standing>
    </>
  );
}

/** The first groups of a selection, as many as wanted; the ones before stay until the next are loaded. */
function useGroups(selection: FindingSelection, wanted: number, state: string): Result<Groups> | undefined {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<{ filter: string; result: Result<Groups> }>();
  const filter = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state means that there are other groups
  useEffect(() => {
    let isOutdated = false;
    const load = async (): Promise<Result<Groups> | undefined> => {
      const groups: FindingGroupRow[] = [];
      for (;;) {
        const limit = SHOWN_AT_FIRST;
        const page = await bridge.invoke['submission.groups']({ ...JSON.parse(filter), offset: groups.length, limit });
        if (isOutdated || !page.ok) return page;
        groups.push(...page.value.groups);
        const isLast = page.value.groups.length === 0 || groups.length >= Math.min(wanted, page.value.total);
        if (isLast) return { ok: true, value: { ...page.value, groups } };
      }
    };
    void load().then((result) => {
      if (!isOutdated && result !== undefined) setLoaded({ filter, result });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, filter, wanted, state]);
  return loaded?.filter === filter ? loaded.result : undefined;
}
