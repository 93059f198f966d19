/** @file A part of the overview: its title, what stands beside it, and its content. */

import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './overview-page.module.css';

interface PanelProps {
  title: string;
  /** For a screen reader, where the title tells a count. */
  label?: string;
  /** At the end of its head. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, label = title, aside, children }: PanelProps) {
  return (
    <Paper withBorder radius="md" component="section" aria-label={label} className={classes['panel'] ?? ''}>
      <div className={classes['head']}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
