/** @file A shortened value with a button that copies the full value. */

import { ActionIcon, Code, Text } from '@mantine/core';
import classes from './copied-value.module.css';
import { CopyIcon } from './copy-button.tsx';
import { copyTexts } from './texts/copying.ts';
import { useCopy } from './use-copy.ts';

/** `what` names the value for screen readers; `shown` is its short form. What cannot be copied is shown in full. */
export function CopiedValue({ what, value, shown = value }: { what: string; value: string; shown?: string }) {
  const { outcome, announced, copy } = useCopy(value);
  const name = outcome === 'copied' ? copyTexts.copied : copyTexts.copyOf(what);
  return (
    <span className={classes['value']}>
      <Code title={value}>{outcome === 'failed' ? value : shown}</Code>
      <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={name} title={name}>
        <CopyIcon outcome={outcome} />
      </ActionIcon>
      {outcome === 'failed' && (
        <Text component="span" size="xs" title={copyTexts.failedHint}>
          {copyTexts.failed}
        </Text>
      )}
      <span className="unseen" role="status">
        {announced}
      </span>
    </span>
  );
}

/** The beginning and the end of a digest or an id: enough to compare by eye. */
export const shortened = (value: string): string =>
  value.length <= 20 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`;
