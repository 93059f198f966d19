/** @file From a correction to what it corrects, and back. */

import { Alert, Anchor } from '@mantine/core';
import { IconArrowForwardUp, IconWand } from '@tabler/icons-react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { addressOf } from '../routes.ts';
import { useQueue } from '../stores.ts';
import { fixingTexts } from '../texts/fixing.ts';
import { counted } from '../wording.ts';
import { nextToCorrect } from './next-to-correct.ts';

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
              : message('Made from submission {id}: only its lines that were to be sent.', { id: corrects })
          }
          id={corrects}
        />
      )}
      {corrects !== undefined && isRest !== true && <NextToCorrect row={row} />}
      {correctedBy !== undefined && (
        <LinkedAlert
          words={
            stays === undefined
              ? whatWasMissing(correctedBy, details)
              : message('The lines that were right are in submission {id}.', { id: correctedBy })
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

/** Where several files came together, one is corrected after the other. */
function NextToCorrect({ row }: { row: SubmissionRow }) {
  const next = useQueue(({ list }) => nextToCorrect(list?.rows.values() ?? [], row));
  if (next === undefined) return null;
  return (
    <Alert color="gray" icon={<IconWand aria-hidden />}>
      {message('Next to correct:')}{' '}
      <Anchor size="sm" underline="always" href={addressOf({ page: 'submission', id: next.id, isCorrected: true })}>
        <bdi>{next.fileName}</bdi>
      </Anchor>{' '}
      <span className="small-print">{counted(next.errors, 'error')}</span>
    </Alert>
  );
}

/** How many lines were left out is known of the first file only: that of one between it and the last is left unsaid. */
function whatWasMissing(id: SubmissionRow['id'], { corrects, row }: SubmissionDetails): string {
  const leftOut = corrects === undefined ? row.story?.account?.leftOut : undefined;
  if (leftOut === undefined) return message('What was missing is in submission {id}.', { id });
  return leftOut === 0
    ? message('What was missing is in submission {id}. This one is done.', { id })
    : message(
        'What was missing is in submission {id}; {leftOut, plural, one {# line was} other {# lines were}} left out.',
        { id, leftOut },
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
