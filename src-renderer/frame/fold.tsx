/** @file What is folded away in a small window, behind a button; in a large one it is always in sight, and there is no button. */

import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  label: string;
  /** What is set in it, said while it is folded. */
  set?: string;
  children: ReactNode;
}

export function Fold({ label, set = '', children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        className={classes['button'] ?? ''}
        variant="default"
        size="xs"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {set !== '' && !isOpen && <p className={`small-print ${classes['set']}`}>{set}</p>}
      <div id={id} className={classes['content']} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}
