/** @file The way to where the figures of the core system are entered, of some days or of one file. */

import { Anchor, Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { addressOf } from '../routes.ts';
import { statementTexts } from '../texts/statement.ts';
import { comparePlaceOf, type StatementPlace } from './statement-place.ts';

export function CompareLink(place: Omit<StatementPlace, 'compares'>) {
  return (
    <Anchor
      size="sm"
      underline="always"
      href={addressOf({ page: 'overview', statement: { ...place, compares: true } })}
    >
      {statementTexts.compare}
    </Anchor>
  );
}

/** From a file to its figures. */
export function CompareButton({ row }: { row: SubmissionRow }) {
  const place = comparePlaceOf(row);
  if (place === undefined) return null;
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      leftSection={<IconScale size={16} aria-hidden />}
      href={addressOf({ page: 'overview', statement: place })}
    >
      {statementTexts.compare}
    </Button>
  );
}
