/** @file The way to the statement, from the pages that show what came of files. */

import { Button } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { addressOf } from '../routes.ts';
import { statementTexts } from '../texts/statement.ts';

export function StatementButton() {
  return (
    <Button
      component="a"
      href={addressOf({ page: 'overview', statement: {} })}
      variant="default"
      leftSection={<IconFileCheck size={16} aria-hidden />}
    >
      {statementTexts.title}
    </Button>
  );
}
