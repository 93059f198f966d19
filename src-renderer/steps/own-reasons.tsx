/** @file The files that are sent anyway together: why each is held, and where it has one, a reason of its own. */

import { TextInput } from '@mantine/core';
import { message } from '../../src-shared/languages/message.ts';
import { FileName } from '../file-name.tsx';
import classes from './own-reasons.module.css';
import type { HeldFile } from './question.ts';

export type OwnReasons = ReadonlyMap<HeldFile['id'], string>;

interface OwnReasonsListProps {
  files: readonly HeldFile[];
  reasons: OwnReasons;
  onReasons: (reasons: OwnReasons) => void;
}

export function OwnReasonsList({ files, reasons, onReasons }: OwnReasonsListProps) {
  const label = message('Files that are held');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={classes['frame']} aria-label={label} tabIndex={0}>
      <ul aria-label={label}>
        {files.map(({ id, fileName, why, needsReason }) => (
          <li key={id}>
            <div className={classes['words']}>
              <strong>
                <FileName name={fileName} />
              </strong>
              <span>{why}</span>
            </div>
            {needsReason && (
              <TextInput
                size="xs"
                aria-label={message('Another reason for {fileName}', { fileName })}
                placeholder={message('The reason above')}
                maxLength={1000}
                value={reasons.get(id) ?? ''}
                onChange={(event) => onReasons(new Map(reasons).set(id, event.currentTarget.value))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
