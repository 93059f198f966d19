/** @file A part of the page of an offer, under its own heading. */

import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './team.module.css';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="section"
      aria-labelledby={heading}
      className={classes['paper'] ?? ''}
    >
      <Title order={2} size="h5" id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  );
}
