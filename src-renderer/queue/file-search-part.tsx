/** @file How far the search for an id in the files themselves is, what of them was not searched, and the buttons for the rest. */

import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { unsearchedInWords } from '../../src-shared/place-words.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { focusPageIfLost } from '../focus-page.ts';
import { fileSearchTexts } from '../texts/queue.ts';
import classes from './found-places.module.css';
import type { SearchOfFiles } from './use-file-search.ts';

export function FileSearchPart({ search, goOn, stop }: SearchOfFiles) {
  const isOver = search?.isReading === false;
  useEffect(() => {
    if (isOver) focusPageIfLost();
  }, [isOver]);
  if (search === undefined) return null;
  const { found, isReading, error } = search;
  const isLeft = found?.next !== undefined && !found.isCut;
  return (
    <>
      {(isReading || isLeft) && (
        <p className={classes['unsearched']}>
          {isReading && (
            <span role="status" className={classes['reading']}>
              <Loader size="xs" aria-hidden /> {fileSearchTexts.reading}
            </span>
          )}
          {/* Not spoken: it changes each second. */}
          {found !== undefined && (
            <span aria-live="off">
              {found.isAsked && !isReading ? fileSearchTexts.inNoIndex : fileSearchTexts.read(found)}
            </span>
          )}
          {/* One button, which keeps the focus when it comes to do the contrary. */}
          {isLeft && (
            <Button variant="default" size="compact-sm" onClick={isReading ? stop : goOn}>
              {isReading ? fileSearchTexts.stop : found.isAsked ? fileSearchTexts.begin(found) : fileSearchTexts.rest}
            </Button>
          )}
        </p>
      )}
      {found !== undefined &&
        unsearchedInWords(found.unsearched, ({ fileName }) => fileName).map((sentence) => (
          <p key={sentence} className={classes['unsearched']}>
            {sentence}
          </p>
        ))}
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
