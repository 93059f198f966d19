/** @file The button next to every drop zone: opens the system's dialog on the desktop, the page's own in a browser. */

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { FileButton } from '../file-button.tsx';
import { useAddFiles } from '../stores.ts';

interface ChooseFilesButtonProps {
  label?: string;
  variant?: 'filled' | 'default';
}

export function ChooseFilesButton({ label = message('Choose files…'), variant = 'filled' }: ChooseFilesButtonProps) {
  const { shell } = useAppInfo();
  const choose = useAddFiles((state) => state.choose);
  const receive = useAddFiles((state) => state.receive);
  const isBusy = useAddFiles((state) => state.receiving !== undefined);
  const icon = <IconPlus size={16} aria-hidden />;
  if (shell === 'electron') {
    return (
      <Button variant={variant} leftSection={icon} onClick={() => void choose()}>
        {label}
      </Button>
    );
  }
  return (
    <FileButton multiple onChange={(files) => void receive(files)}>
      {(props) => (
        <Button variant={variant} leftSection={icon} disabled={isBusy} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
