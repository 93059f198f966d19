/** @file A column that a person pastes: what it would change is said before it counts. */

import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Turn } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { DialogButtons } from '../dialog.tsx';
import type { pasted } from './draft.ts';

interface PasteDialogProps {
  isOpen: boolean;
  look: (text: string) => ReturnType<typeof pasted>;
  onClose: (turn: Turn | undefined) => void;
}

export function PasteDialog({ isOpen, look, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const { turn, unknown } = look(text);
  const close = (taken: Turn | undefined) => {
    setText('');
    onClose(taken);
  };
  return (
    <Modal opened={isOpen} onClose={() => close(undefined)} title={message('Paste values from Excel')}>
      <Stack gap="sm">
        <Text size="sm">
          {message(
            'Two columns of a spreadsheet are the value and its new value. One column is the new values in the order of the list.',
          )}
        </Text>
        <Textarea
          aria-label={message('Values from a spreadsheet')}
          autosize
          minRows={6}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="sm" role="status">
          {turn !== undefined &&
            message('{count, plural, one {# value} other {# values}} would be corrected.', {
              count: turn.decisions.length,
            })}{' '}
          {text !== '' &&
            unknown > 0 &&
            message(
              '{count, plural, one {# row is} other {# rows are}} not used: the value is not in the list, the new one changes nothing, or is no code or amount.',
              {
                count: unknown,
              },
            )}
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={() => close(undefined)}>
            {message('Cancel')}
          </Button>
          <Button disabled={turn === undefined} onClick={() => close(turn)}>
            {message('Use these values')}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
