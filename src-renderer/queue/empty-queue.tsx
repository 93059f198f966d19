/** @file The text of an empty queue: what to do, and what happens then. */

import { IconFileUpload } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { ChooseFilesButton } from '../add-files/choose-files-button.tsx';
import { useAppInfo } from '../app-info.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { emptyTexts } from '../texts/queue.ts';
import classes from './queue-page.module.css';

export function EmptyQueue() {
  const { canDrop } = useAppInfo();
  return (
    <div className={classes['empty']}>
      <section className={classes['zone']}>
        <IconFileUpload size={40} stroke={1.4} aria-hidden />
        <h1>{message('Nothing in the queue')}</h1>
        <p>
          {canDrop
            ? message('Drop an export (JSON Lines, CSV, XLSX or another) anywhere on this window, or choose a file.')
            : addFilesTexts.cannotDrop}
        </p>
        <ChooseFilesButton />
      </section>
      <ol className={classes['steps']}>
        {emptyTexts.steps.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
