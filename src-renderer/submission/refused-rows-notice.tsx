/** @file Rows that the preparation of a file had refused: where they are, and that a person has settled them elsewhere. */

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { type RefusedRows, refusedRowsInWords, wayToRefusedInWords } from '../../src-shared/refused-rows.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog, DialogButtons } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { PreparationLink } from '../fixing/preparation-link.tsx';
import { ReasonField } from '../reason-field.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { refusedRowsTexts as texts } from '../texts/refused-rows.ts';

interface RefusedRowsNoticeProps {
  id: SubmissionRow['id'];
  refusedRows: RefusedRows;
}

export function RefusedRowsNotice({ id, refusedRows }: RefusedRowsNoticeProps) {
  const saving = useSave();
  const [isAsked, setAsked] = useState(false);
  return (
    <Alert title={texts.title} color="yellow">
      <Stack gap="xs">
        <Text size="sm">{refusedRowsInWords(refusedRows)}</Text>
        {wayToRefusedInWords(refusedRows).map((way) => (
          <Text key={way} size="sm">
            {way}
          </Text>
        ))}
        <Group gap="xs">
          {refusedRows.exports.map(
            ({ file }, part) =>
              file !== undefined && (
                <Button
                  key={file}
                  variant="default"
                  size="xs"
                  leftSection={<IconDownload size={15} aria-hidden />}
                  onClick={() => void saving.save({ kind: 'refused-rows', id, part })}
                >
                  {texts.save(nameOf(file))}
                </Button>
              ),
          )}
          {refusedRows.exports.some(({ file }) => file !== undefined) && (
            <PreparationLink id={id} of="refused-rows" size="xs" />
          )}
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            {texts.settle}
          </Button>
        </Group>
        <SaveOutcome saving={saving} />
      </Stack>
      <Dialog
        subject={isAsked ? refusedRows : undefined}
        onClose={() => setAsked(false)}
        size={600}
        title={() => texts.question.title}
        closeButtonProps={{ 'aria-label': texts.question.goBack }}
      >
        {(shown) => <SettlingForm id={id} refusedRows={shown} onEnd={() => setAsked(false)} />}
      </Dialog>
    </Alert>
  );
}

function SettlingForm({ id, refusedRows, onEnd }: RefusedRowsNoticeProps & { onEnd: () => void }) {
  const bridge = useBridge();
  const [reason, setReason] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const settle = async (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(reason.trim() === '');
    if (reason.trim() === '') return;
    const result = await bridge.invoke['queue.settleRefused']({ id, reason: reason.trim() });
    if (result.ok) onEnd();
    else setError(result.error);
  };
  return (
    <form onSubmit={(event) => void settle(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{refusedRowsInWords(refusedRows)}</Text>
        <Text size="sm">{texts.question.sentence}</Text>
        <ReasonField
          label={texts.question.reason}
          isFirst
          value={reason}
          onReason={setReason}
          error={isIncomplete && texts.question.reasonMissing}
        />
        {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
        <DialogButtons>
          <Button variant="default" onClick={onEnd}>
            {texts.question.goBack}
          </Button>
          <Button type="submit">{texts.question.confirm}</Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
