/** @file The files of an archive or of what was chosen together: what each is, and whether it is taken. */

import { Checkbox, Text, Title } from '@mantine/core';
import type { ListedFile, Preparation } from '../../src-shared/contract.ts';
import { usePreparation } from '../stores.ts';
import { fileChoiceTexts, formatWords } from '../texts/preparing.ts';
import { size } from '../wording.ts';
import classes from './file-choice.module.css';
import wizard from './wizard.module.css';

type Source = NonNullable<Preparation['source']>;

export function FileChoice({ files, allFiles, notTaken }: Pick<Source, 'files' | 'allFiles' | 'notTaken'>) {
  const choose = usePreparation((state) => state.choose);
  if (files.length === 0) return null;
  const chosen = files.filter(({ isChosen }) => isChosen);
  const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0);
  const take = (one: ListedFile, isTaken: boolean) => {
    const leftOut = files.filter((file) => (file === one ? !isTaken : !file.isChosen));
    void choose(leftOut.map(({ source, name }) => ({ source, name })));
  };
  return (
    <section className={wizard['panel']} aria-labelledby="files">
      <div>
        <Title order={2} id="files">
          {fileChoiceTexts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {fileChoiceTexts.summary(chosen.length + allFiles - files.length, allFiles, bytes)}
        </Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['frame']} tabIndex={0} aria-label={fileChoiceTexts.listLabel}>
        <ul>
          {files.map((file) => (
            <li key={`${file.source} ${file.name}`}>
              <Checkbox
                label={<span className={classes['name']}>{file.fileName}</span>}
                checked={file.isChosen}
                // Without any file there would be nothing to prepare.
                disabled={file.isChosen && chosen.length === 1}
                onChange={(event) => take(file, event.currentTarget.checked)}
              />
              <span className={classes['facts']}>
                {[...(file.format === undefined ? [] : [formatWords[file.format]]), size(file.bytes)].join(' · ')}
              </span>
              {file.problem !== undefined && (
                <span className={classes['problem']}>{fileChoiceTexts.problem(file.problem, file.isChosen)}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {allFiles > files.length && <Text size="sm">{fileChoiceTexts.more(allFiles - files.length)}</Text>}
      {notTaken.length > 0 && (
        <details>
          <summary>{fileChoiceTexts.notTaken(notTaken.length)}</summary>
          <ul className={classes['notTaken']}>
            {notTaken.map(({ name, reason }) => (
              <li key={`${name} ${reason}`}>{fileChoiceTexts.reason(name, reason)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
