/** @file The name of what is only a sign in a small window, beside it as long as a mouse or the focus rests there. */

import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { useHasOnlySigns } from './use-is-narrow.ts';

interface SignNameProps {
  name: string;
  /** @param title what says the rest where the name is in sight */
  children: (title: string | undefined) => ReactElement;
}

export function SignName({ name, children }: SignNameProps) {
  const hasOnlySigns = useHasOnlySigns();
  return (
    <Tooltip label={name} disabled={!hasOnlySigns} position="right" events={{ hover: true, focus: true, touch: false }}>
      {children(hasOnlySigns ? undefined : name)}
    </Tooltip>
  );
}
