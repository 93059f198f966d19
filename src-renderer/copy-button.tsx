/** @file A button that copies a text and confirms it, also to screen readers. */

import { Button, CopyButton as Copying } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { replyTexts } from './texts/replies.ts';

export function CopyButton({ value, children }: { value: string; children: string }) {
  return (
    <Copying value={value} timeout={2500}>
      {({ copied, copy }) => (
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={copy}
          >
            {copied ? replyTexts.copied : children}
          </Button>
          <span className="unseen" role="status">
            {copied ? replyTexts.copied : ''}
          </span>
        </>
      )}
    </Copying>
  );
}
