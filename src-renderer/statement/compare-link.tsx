/** @file The way to where the figures of the core system are entered, of some days or of one file. */

import { Anchor } from '@mantine/core';
import { addressOf } from '../routes.ts';
import { statementTexts } from '../texts/statement.ts';
import type { StatementPlace } from './statement-place.ts';

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
