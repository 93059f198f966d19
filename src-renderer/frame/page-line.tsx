/**
 * @file The line at the top of a page that stays in sight while the rest scrolls: the way back, what the page is about, its state,
 * and its main action.
 */

import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileName } from '../file-name.tsx';
import classes from './page-line.module.css';
import { useIsNarrow } from './use-is-narrow.ts';

interface PageLineProps {
  back: { href: string; words: string };
  /** The file that the page is about. */
  fileName: string;
  standing: ReactNode;
  /** The main action. */
  children: ReactNode;
}

export function PageLine({ back, fileName, standing, children }: PageLineProps) {
  const isNarrow = useIsNarrow();
  return (
    <header className={classes['line']}>
      <a className={classes['back']} href={back.href} aria-label={back.words} title={back.words}>
        <IconArrowLeft size={18} aria-hidden />
      </a>
      <div className={classes['about']}>
        <Title order={1} className={classes['title'] ?? ''} aria-label={fileName} title={fileName}>
          <FileName name={fileName} wraps={isNarrow} />
        </Title>
        <div className={classes['standing']}>{standing}</div>
      </div>
      <div className={classes['actions']}>{children}</div>
    </header>
  );
}
