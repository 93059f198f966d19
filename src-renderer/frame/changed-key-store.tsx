/** @file The key store has changed: nothing is replaced until a person decides to enter the secrets again. */

import { Alert, Button, Group } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorWords } from '../errors/error-words.tsx';
import { Question } from '../question.tsx';
import { frameTexts } from '../texts/frame.ts';
import { goTo } from '../use-route.ts';

export function ChangedKeyStore() {
  const { changedStore } = useAppInfo();
  const bridge = useBridge();
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<ErrorRecord>();
  if (changedStore === undefined) return null;
  const { title, confirm, goBack } = frameTexts.changedStore;
  const restart = async () => {
    const result = await bridge.invoke['keyStore.tryAgain']();
    if (!result.ok) setFailure(result.error);
  };
  // The banner goes once the app says that it has a key again.
  const replace = async () => {
    const result = await bridge.invoke['keyStore.replaceKey']();
    if (!result.ok) return result.error;
    goTo({ page: 'connections', isNew: false });
    return undefined;
  };
  return (
    <Alert color="red" icon={<IconKeyOff />} role="alert">
      <ErrorWords error={changedStore} />
      {failure !== undefined && <ErrorWords error={failure} />}
      <Group gap="xs" mt={8}>
        <Button size="xs" variant="default" onClick={() => void restart()}>
          {message('Start again and try')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsks(true)}>
          {message('Enter the secrets again…')}
        </Button>
      </Group>
      <Question
        subject={asks || undefined}
        words={() => ({
          title,
          sentences: [
            message(
              'Tranship then makes a new key. Every connection, the proxy and the team ledgers need their secrets and passwords again, and you confirm their addresses. What was stored with the former key is kept, and can be read only if that key comes back.',
            ),
          ],
          confirm,
          goBack,
          isGrave: true,
        })}
        act={replace}
        onClose={() => setAsks(false)}
      />
    </Alert>
  );
}
