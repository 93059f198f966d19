/** @file From a submission back to its preparation: to change the template, or for rows that were refused. */

import { Button } from '@mantine/core';
import { IconTableOptions } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { goTo } from '../use-route.ts';

interface PreparationLinkProps {
  id: SubmissionRow['id'];
  /** What leads there: something the check found in a cell, or rows that are in no file. */
  of: { line: number; field: string } | 'refused-rows';
  size: 'xs' | 'compact-sm';
}

export function PreparationLink({ id, of, size }: PreparationLinkProps) {
  const bridge = useBridge();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const open = async () => {
    setBusy(true);
    setError(undefined);
    const result =
      of === 'refused-rows'
        ? await bridge.invoke['preparations.beginRefused']({ id })
        : await bridge.invoke['preparations.reopen']({ id, ...of });
    setBusy(false);
    if (result.ok) goTo({ page: 'prepare', of: { id: result.value.id } });
    else setError(result.error);
  };
  const [words, hint] =
    of === 'refused-rows'
      ? [
          message('Prepare these rows…'),
          message('Begins a preparation of the refused rows alone, with the template of before.'),
        ]
      : [
          message('Change the template…'),
          message(
            'Leads back to the preparation. What you prepare there takes the place of all files of it, as nothing was sent.',
          ),
        ];
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={isBusy}
        title={hint}
        leftSection={<IconTableOptions size={14} aria-hidden />}
        onClick={() => void open()}
      >
        {words}
      </Button>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
    </>
  );
}
