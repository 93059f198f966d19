/** @file In a browser: whether it may show notifications. It is asked only when the person presses the button. */

import { Button, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { notificationTexts } from '../texts/settings.ts';

export function BrowserPermission() {
  const { shell } = useAppInfo();
  const [permission, setPermission] = useState<NotificationPermission | 'none'>(() =>
    'Notification' in window ? Notification.permission : 'none',
  );
  if (shell !== 'browser') return null;
  const ask = async () => setPermission(await Notification.requestPermission());
  return (
    <div role="status">
      {permission === 'default' ? (
        <Button variant="default" leftSection={<IconBell size={16} aria-hidden />} onClick={() => void ask()}>
          {notificationTexts.allow}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {notificationTexts.permission[permission]}
        </Text>
      )}
    </div>
  );
}
