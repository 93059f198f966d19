/** @file How far the search for an id in the files themselves is, what of them was not searched, and the buttons for the rest. */

import { Button, Loader } from '@mantine/core';
import { unsearchedInWords } from '../../src-shared/place-words.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { fileSearchTexts } from '../texts/queue.ts';
import classes from './found-places.module.css';
import type { SearchOfFiles } from './use-file-search.ts';

export function FileSearchPart({ search, goOn, stop }: SearchOfFiles) {
  if (search === undefined) return null;
  const { found, isReading, error } = search;
  return (
    <>
      {isReading && (
        <p className={classes['unsearched']}>
          <span role="status" className={classes['reading']}>
            <Loader size="xs" aria-hidden /> {fileSearchTexts.reading}
          </span>
          {found !== undefined && (
            <>
              {/* Not spoken: it changes each second. */}
              <span aria-live="off">{fileSearchTexts.read(found)}</span>
              <Button variant="default" size="compact-sm" onClick={stop}>
                {fileSearchTexts.stop}
              </Button>
            </>
          )}
        </p>
      )}
      {!isReading && found?.next !== undefined && !found.isCut && (
        <p className={classes['unsearched']}>
          <span>{found.isAsked ? fileSearchTexts.inNoIndex : fileSearchTexts.read(found)}</span>
          <Button variant="default" size="compact-sm" onClick={goOn}>
            {found.isAsked ? fileSearchTexts.begin(found) : fileSearchTexts.rest}
          </Button>
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
