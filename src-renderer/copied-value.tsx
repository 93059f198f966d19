/** @file A shortened value with a button that copies the full value. */

import { ActionIcon, Code, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copied-value.module.css';
import { factTexts } from './texts/submission.ts';

/** `what` names the value for screen readers; `shown` is its short form. */
export function CopiedValue({ what, value, shown = value }: { what: string; value: string; shown?: string }) {
  return (
    <span className={classes['value']}>
      <Code title={value}>{shown}</Code>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            onClick={copy}
            aria-label={copied ? factTexts.copied : factTexts.copyOf(what)}
            title={copied ? factTexts.copied : factTexts.copyOf(what)}
          >
            {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

/** The beginning and the end of a digest or an id: enough to compare by eye. */
export const shortened = (value: string): string =>
  value.length <= 20 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`;
