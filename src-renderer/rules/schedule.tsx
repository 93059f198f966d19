/** @file The live rules and their times, as the service reports them. */

import { Button, Paper, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { ReplyView } from '../service-reply/reply-view.tsx';
import type { AskedReply } from '../service-reply/use-reply.ts';
import { rulesTexts } from '../texts/rules.ts';
import classes from './rules-page.module.css';

/** `onAsk` is undefined while there is no connection to ask over. */
export function Schedule({ schedule, onAsk }: { schedule: AskedReply; onAsk: (() => void) | undefined }) {
  const { result, isAsking } = schedule;
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="section"
      className={classes['schedule'] ?? ''}
      aria-label={rulesTexts.schedule}
    >
      <div className={classes['scheduleHead']}>
        <div>
          <Title order={2} size="h5">
            {rulesTexts.schedule}
          </Title>
          <Text size="sm" c="dimmed">
            {message('The live rules and when they run, according to the service.')}
          </Text>
        </div>
        {onAsk !== undefined && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isAsking}
            onClick={onAsk}
          >
            {message('Ask again')}
          </Button>
        )}
      </div>
      {onAsk === undefined && <Text size="sm">{message('Choose a connection first.')}</Text>}
      {isAsking && result === undefined && <Loading>{message('Asking for the schedule…')}</Loading>}
      {result?.ok === false && <ErrorNotice error={result.error} isAskedOnce />}
      {result?.ok === true && <ReplyView reply={result.value} rowsInWords={rulesTexts.counted} />}
    </Paper>
  );
}
