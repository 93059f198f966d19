/** @file The hours and the bandwidth of a connection: when its uploads may begin, and how fast they go. */

import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type SendingRules, unruled } from '../../src-shared/sending-hours.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog, DialogButtons } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { connectionTexts } from '../texts/connections.ts';
import { SendingFields } from './sending-fields.tsx';

interface HoursDialogProps {
  /** Undefined while it is closed. */
  row: ConnectionRow | undefined;
  onClose: () => void;
  onSaved: (connections: readonly ConnectionRow[]) => void;
}

export function HoursDialog({ row, onClose, onSaved }: HoursDialogProps) {
  return (
    <Dialog subject={row} onClose={onClose} size={620} title={({ name }) => connectionTexts.hoursOf(name)}>
      {(shown) => <HoursForm row={shown} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

function HoursForm({ row, onClose, onSaved }: { row: ConnectionRow } & Omit<HoursDialogProps, 'row'>) {
  const bridge = useBridge();
  const [rules, setRules] = useState<SendingRules>(row.sending ?? unruled);
  const [error, setError] = useState<ErrorRecord>();
  const [isSaving, setSaving] = useState(false);
  const isSet = row.isSendingSet === true;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    setError(undefined);
    const result = await bridge.invoke['connections.changeSending']({
      name: row.name,
      ...rules,
      bandwidth: rules.bandwidth ?? 'none',
    });
    setSaving(false);
    if (result.ok) onSaved(result.value);
    else setError(result.error);
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <SendingFields rules={rules} onChange={setRules} isSet={isSet} />
        {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
        <DialogButtons>
          <Button variant="default" data-autofocus={isSet || undefined} onClick={onClose}>
            {message('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={isSet}>
            {message('Save')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
