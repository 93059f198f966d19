/** @file A button that copies a text and says whether it did, also to screen readers. */

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { copyTexts } from './texts/copying.ts';
import { type CopyOutcome, useCopy } from './use-copy.ts';

export function CopyButton({ value, children }: { value: string; children: string }) {
  const { outcome, announced, copy } = useCopy(value);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<CopyIcon outcome={outcome} />}
        title={outcome === 'failed' ? copyTexts.failedHint : undefined}
        onClick={copy}
      >
        {outcome === 'none' ? children : copyTexts[outcome]}
      </Button>
      <span className="unseen" role="status">
        {announced}
      </span>
    </>
  );
}

export function CopyIcon({ outcome }: { outcome: CopyOutcome }) {
  if (outcome === 'none') return <IconCopy size={15} aria-hidden />;
  return outcome === 'copied' ? <IconCheck size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />;
}
