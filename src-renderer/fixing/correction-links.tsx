/** @file From a correction to what it corrects, and back. */

import { Alert, Anchor } from '@mantine/core';
import { IconArrowForwardUp } from '@tabler/icons-react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { addressOf } from '../routes.ts';
import { fixingTexts } from '../texts/fixing.ts';

export function CorrectionLinks({ details }: { details: SubmissionDetails }) {
  const { corrects, correctedBy, stays, isRest, row } = details;
  return (
    <>
      {corrects !== undefined && (
        <LinkedAlert
          words={
            isRest
              ? message(
                  'The rest of submission {id}: the {lines, plural, one {line} other {# lines}} that stayed to be corrected.',
                  { id: `${corrects}`, lines: row.lines },
                )
              : message(
                  'The lines of submission {id} that had not been accepted or sent, corrected. What was left out is not in it.',
                  {
                    id: corrects,
                  },
                )
          }
          id={corrects}
        />
      )}
      {correctedBy !== undefined && (
        <LinkedAlert
          words={
            stays === undefined
              ? message('What was missing is in submission {id}. This one is settled.', { id: correctedBy })
              : message('What was right is in submission {id}.', { id: correctedBy })
          }
          id={correctedBy}
        />
      )}
      {stays !== undefined && (
        <LinkedAlert
          words={message('The lines that stayed to be corrected are in submission {id}.', { id: stays })}
          id={stays}
        />
      )}
    </>
  );
}

function LinkedAlert({ words, id }: { words: string; id: SubmissionRow['id'] }) {
  return (
    <Alert color="gray" icon={<IconArrowForwardUp aria-hidden />}>
      {words}{' '}
      <Anchor size="sm" underline="always" href={addressOf({ page: 'submission', id })}>
        {fixingTexts.open}
      </Anchor>
    </Alert>
  );
}
