/** @file The files of an archive or of what was chosen together: what each is, and whether it is taken. */

import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { FileOfSource, ListedFile, Preparation } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { usePreparation } from '../stores.ts';
import { fileChoiceTexts, formatWords } from '../texts/preparing.ts';
import { size } from '../wording.ts';
import classes from './file-choice.module.css';
import panels from './panels.module.css';

type Source = NonNullable<Preparation['source']>;

const keyOf = ({ source, name }: FileOfSource): string => `${source} ${name}`;

export function FileChoice({ files, allFiles, notTaken }: Pick<Source, 'files' | 'allFiles' | 'notTaken'>) {
  const choose = usePreparation((state) => state.choose);
  const before = files.filter(({ isChosen }) => !isChosen).map(keyOf);
  // Several are left out before it is read again: the list would go away at each of them.
  const [leftOut, setLeftOut] = useState<readonly string[]>(before);
  if (files.length === 0) return null;
  const isTaken = (file: ListedFile) => !leftOut.includes(keyOf(file));
  const chosen = files.filter(isTaken);
  const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0);
  const isChanged = files.some((file) => isTaken(file) !== file.isChosen);
  const take = (one: ListedFile, isWanted: boolean) =>
    setLeftOut(isWanted ? leftOut.filter((key) => key !== keyOf(one)) : [...leftOut, keyOf(one)]);
  const apply = () => void choose(files.filter((file) => !isTaken(file)).map(({ source, name }) => ({ source, name })));
  return (
    <section className={panels['panel']} aria-labelledby="files">
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
            <li key={keyOf(file)}>
              <Checkbox
                label={<span className={classes['name']}>{file.fileName}</span>}
                checked={isTaken(file)}
                // Without any file there would be nothing to prepare.
                disabled={isTaken(file) && chosen.length === 1}
                onChange={(event) => take(file, event.currentTarget.checked)}
              />
              <span className={classes['facts']}>
                {[...(file.format === undefined ? [] : [formatWords(file.format)]), size(file.bytes)].join(' · ')}
              </span>
              {file.problem !== undefined && (
                <span className={classes['problem']}>
                  {fileChoiceTexts.problem(describeError(file.problem).detail, isTaken(file))}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {isChanged && (
        <Group>
          <Button onClick={apply}>{fileChoiceTexts.apply}</Button>
          <Text size="sm">{fileChoiceTexts.changed}</Text>
        </Group>
      )}
      {allFiles > files.length && <Text size="sm">{fileChoiceTexts.more(allFiles - files.length)}</Text>}
      {notTaken.length > 0 && (
        <details>
          <summary>{fileChoiceTexts.notTaken(notTaken.length)}</summary>
          <ul className={classes['notTaken']}>
            {notTaken.map(({ name, reason }) => (
              <li key={`${name} ${keyOfSaid(reason)}`}>{fileChoiceTexts.reason(name, reason)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
