/** @file The key store has changed: nothing is replaced until a person decides to enter the secrets again. */

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorWords } from '../errors/error-words.tsx';
import { frameTexts } from '../texts/frame.ts';
import { goTo } from '../use-route.ts';

export function ChangedKeyStore() {
  const { changedStore } = useAppInfo();
  const bridge = useBridge();
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<ErrorRecord>();
  if (changedStore === undefined) return null;
  const { tryAgain, enterAgain, title, text, confirm, goBack } = frameTexts.changedStore;
  const restart = async () => {
    const result = await bridge.invoke['keyStore.tryAgain']();
    if (!result.ok) setFailure(result.error);
  };
  // The banner goes once the app says that it has a key again.
  const replace = async () => {
    const result = await bridge.invoke['keyStore.replaceKey']();
    setFailure(result.ok ? undefined : result.error);
    setAsks(false);
    if (result.ok) goTo({ page: 'connections', isNew: false });
  };
  return (
    <Alert color="red" icon={<IconKeyOff />} role="alert">
      <ErrorWords error={changedStore} />
      {failure !== undefined && <ErrorWords error={failure} />}
      <Group gap="xs" mt={8}>
        <Button size="xs" variant="default" onClick={() => void restart()}>
          {tryAgain}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsks(true)}>
          {enterAgain}
        </Button>
      </Group>
      <Dialog subject={asks || undefined} onClose={() => setAsks(false)} title={() => title}>
        {() => (
          <Stack>
            <Text size="sm">{text}</Text>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setAsks(false)}>
                {goBack}
              </Button>
              <Button color="red.9" onClick={() => void replace()}>
                {confirm}
              </Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </Alert>
  );
}
