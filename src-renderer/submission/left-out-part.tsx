/** @file The lines of the file that were left out: how many and why, who decided, and both ways to save them. */

import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LeftOut, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { spokenLanguage } from '../../src-shared/languages/message.ts';
import { decisionsInWords, leftOutInWords } from '../../src-shared/left-out.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { accountTexts } from '../texts/account.ts';

export function LeftOutPart({ id }: { id: SubmissionRow['id'] }) {
  const bridge = useBridge();
  const saving = useSave();
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
      <p>{leftOutInWords(told.value, id)}</p>
      {decisionsInWords(told.value, id).map((sentence) => (
        <p key={sentence} className="small-print">
          {sentence}
        </p>
      ))}
      <Group gap="xs">
        {(['jsonl', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void saving.save({ kind: 'left-out', id, format, language: spokenLanguage().code })}
          >
            {accountTexts.saveLeftOut[format]}
          </Button>
        ))}
      </Group>
      <SaveOutcome saving={saving} />
    </Stack>
  );
}
