/** @file The transaction that a row becomes, in words and as the service would receive it, with what the check finds in it. */

import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Preview } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { LineInWords } from '../json-text/line-in-words.tsx';
import { columnTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import classes from './mapping-table.module.css';
import { transactionFacts } from './transaction-facts.ts';

interface RowPreviewProps {
  previews: readonly Preview[];
  at: number;
  onAt: (at: number) => void;
}

export function RowPreview({ previews, at, onAt }: RowPreviewProps) {
  const shown = previews[at];
  return (
    <div className={classes['preview']}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          aria-label={columnTexts.previousRow}
          disabled={at === 0}
          onClick={() => onAt(at - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <span className={classes['rowName']} aria-live="polite">
          {columnTexts.previewRow} {shown === undefined ? '–' : number(shown.number)}
        </span>
        <ActionIcon
          variant="default"
          aria-label={columnTexts.nextRow}
          disabled={at >= previews.length - 1}
          onClick={() => onAt(at + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {shown !== undefined && <Outcome preview={shown} />}
    </div>
  );
}

function Outcome({ preview: { number: row, text, isLeftOut, findings } }: { preview: Preview }) {
  if (isLeftOut) return <Text size="sm">{columnTexts.leftOut}</Text>;
  return (
    <>
      {findings.length === 0 ? (
        <p className={classes['fine']}>{columnTexts.fine}</p>
      ) : (
        <div>
          <p className={classes['faulty']}>
            {text === undefined ? columnTexts.noTransaction : columnTexts.finds(findings.length)}
          </p>
          <ul className={classes['problems']}>
            {findings.map(({ path, message }) => (
              <li key={`${path} ${keyOfSaid(message)}`}>{findingSentence(message)}</li>
            ))}
          </ul>
        </div>
      )}
      {text !== undefined && (
        <>
          <dl className={classes['transaction']}>
            {transactionFacts(text).map(({ label, words }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{words.length === 0 ? '–' : words.join(' · ')}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <LineInWords
            label={columnTexts.previewLabel(row)}
            text={text}
            path={findings.find(({ path }) => path !== '')?.path ?? ''}
          />
        </>
      )}
    </>
  );
}
