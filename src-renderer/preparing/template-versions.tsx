/** @file What a kept template was and is: who has changed what and when, and the way back. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Result, TemplateRow, TemplateVersion } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { templateChangesInWords } from '../../src-shared/template-change-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { DataTable } from '../table/data-table.tsx';
import { templateTexts } from '../texts/preparing.ts';
import { momentOf, number } from '../wording.ts';
import classes from './prepare-page.module.css';

interface TemplateVersionsProps {
  id: TemplateRow['id'];
  /** Hears how all templates are afterwards. */
  onGoneBack: (result: Result<TemplateRow[]>) => void;
}

export function TemplateVersions({ id, onGoneBack }: TemplateVersionsProps) {
  const bridge = useBridge();
  const [versions, setVersions] = useState<readonly TemplateVersion[]>([]);
  const [error, setError] = useState<ErrorRecord>();
  // Read again after each step back.
  const [stepsBack, setStepsBack] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step back is another list
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['templates.versions']({ id }).then((result) => {
      if (!isWanted) return;
      setError(result.ok ? undefined : result.error);
      if (result.ok) setVersions(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, id, stepsBack]);
  const goBack = async (version: number) => {
    const result = await bridge.invoke['templates.goBack']({ id, version });
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return;
    onGoneBack(result);
    setStepsBack(stepsBack + 1);
  };
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <DataTable
        label={templateTexts.versions}
        isInBlocks
        frame="bordered"
        frameClass={classes['table']}
        rows={versions}
        keyOf={(version) => version.number}
        columns={[
          { heading: templateTexts.version, align: 'end', cell: (version) => number(version.number) },
          { heading: templateTexts.made, cell: madeInWords },
          { heading: templateTexts.changes, cell: ({ changes }) => templateChangesInWords(changes) },
          {
            heading: templateTexts.columns.actions,
            cell: (version) =>
              version.isPresent ? (
                templateTexts.presentVersion
              ) : (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={templateTexts.goBackTo(version.number)}
                  onClick={() => void goBack(version.number)}
                >
                  {templateTexts.goBack}
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}

function madeInWords({ madeAt, madeBy }: TemplateVersion): string {
  const when = madeAt === undefined ? templateTexts.notNoted : momentOf(madeAt);
  return madeBy === undefined ? when : `${when} · ${madeBy}`;
}
