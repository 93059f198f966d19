/** @file That the files of a preparation will take the place of a submission, and the cell that led here. */

import { Alert, Anchor } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import type { Preparation } from '../../src-shared/contract.ts';
import { addressOf } from '../routes.ts';
import { fixingTexts } from '../texts/fixing.ts';

export function ReplacesNotice({ replaces }: { replaces: NonNullable<Preparation['replaces']> }) {
  const { submission, cell } = replaces;
  return (
    <Alert color="gray" icon={<IconReplace aria-hidden />}>
      {fixingTexts.replaces(submission)} {cell !== undefined && `${fixingTexts.atCell(cell)} `}
      <Anchor size="sm" underline="always" href={addressOf({ page: 'submission', id: submission })}>
        {fixingTexts.open}
      </Anchor>
    </Alert>
  );
}
