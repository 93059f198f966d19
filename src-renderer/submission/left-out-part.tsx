/** @file The lines of the file that were left out: how many and why, and who decided. */

import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LeftOut, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { decisionsInWords, leftOutInWords } from '../../src-shared/left-out.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';

interface LeftOutPartProps {
  id: SubmissionRow['id'];
  /** Why they were left out stands above. */
  isTold: boolean;
}

export function LeftOutPart({ id, isTold }: LeftOutPartProps) {
  const bridge = useBridge();
  const [told, setTold] = useState<Result<LeftOut>>();
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const counted = await bridge.invoke['submission.leftOut']({ id });
      if (isOver) return;
      setTold(counted);
      // The lines are counted at once; for what they pay, the file is read.
      const summed = await bridge.invoke['submission.leftOut']({ id, isSummed: true });
      if (!isOver && summed.ok) setTold(summed);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [bridge, id]);
  if (told === undefined) return null;
  if (!told.ok) return <ErrorNotice error={told.error} isAskedOnce />;
  if (told.value.lines === 0) return null;
  return (
    <Stack gap={6} mt="sm">
      {!isTold && <p>{leftOutInWords(told.value, id)}</p>}
      {decisionsInWords(told.value, id).map((sentence) => (
        <p key={sentence} className="small-print">
          {sentence}
        </p>
      ))}
    </Stack>
  );
}
