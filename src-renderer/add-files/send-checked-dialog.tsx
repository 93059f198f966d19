/** @file The dialog that sends a file which was only checked: where it goes, and with which options. */

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { CheckAgain, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { addressOf } from '../routes.ts';
import { useConnections, useStepsStore, useStores } from '../stores.ts';
import { addFilesTexts, destinationWords } from '../texts/add-files.ts';
import classes from './add-files.module.css';
import { useOutsideHours } from './outside-hours.tsx';
import { useRememberedOptions } from './remembered-options.ts';
import { SendOptionsForm } from './send-options-form.tsx';
import { possibleOptions } from './team-choice.ts';
import { TeamChoice } from './team-choice-form.tsx';
import { useSharingWay } from './use-sharing-way.ts';

const sendCheckedTexts = {
  confirm: (name: string, isForTeam: boolean, when: string | undefined) => {
    if (isForTeam) return message('Let the team send to {name}', { name });
    return when === undefined
      ? message('Send to {name}', { name: connectionInWords(name) })
      : message('Send to {name} {when}', { name: connectionInWords(name), when });
  },
  again: {
    file: message('The file has changed since its check, so it is checked again first. It is sent once that is done.'),
    rules: message(
      'The rule set has changed since its check, so the file is checked again first. It is sent once that is done.',
    ),
    'batch-size': message(
      'With another batch size it is cut in other places, so the file is checked again first. It is sent once that is done.',
    ),
  } satisfies Record<CheckAgain, string>,
};

export function SendCheckedDialog() {
  const row = useStepsStore((state) => state.sending);
  const close = useStepsStore((state) => state.goBack);
  return (
    <Dialog subject={row} onClose={close} size={680} title={({ fileName }) => message('Send {fileName}', { fileName })}>
      {(shown) => <SendCheckedForm key={shown.id} row={shown} />}
    </Dialog>
  );
}

function SendCheckedForm({ row }: { row: SubmissionRow }) {
  const bridge = useBridge();
  const close = useStepsStore((state) => state.goBack);
  const connections = useConnections((state) => state.connections);
  const [options, setOptions] = useRememberedOptions();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ErrorRecord>();
  const [again, setAgain] = useState<CheckAgain>();
  const { kind, sending } = connections?.find(({ name }) => name === options?.connection) ?? {};
  const way = useSharingWay(options?.connection);
  const chosen = options !== undefined && way !== undefined ? possibleOptions(options, way) : undefined;
  const isForTeam = chosen?.forTeam === true;
  const { when, sendsNow, choice } = useOutsideHours(sending, isForTeam);
  const { queue } = useStores();
  const send = async () => {
    if (chosen === undefined || kind === undefined) return;
    setSending(true);
    const result = await bridge.invoke['queue.send']({ id: row.id, options: chosen });
    setSending(false);
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return;
    if (sendsNow) void queue.getState().act('sendNow', [row.id]);
    if (result.value.checksAgain === undefined) close();
    else setAgain(result.value.checksAgain);
  };
  if (again !== undefined) {
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {sendCheckedTexts.again[again]}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={close}>
            {message('Close')}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <p className={classes['quiet']}>
        {message(
          'The check that was done counts. Only if the file, the rule set or the batch size has changed since, it is checked again first.',
        )}
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
      {connections?.length === 0 && (
        <p className={classes['quiet']}>
          {message('There is no connection on this computer yet.')}{' '}
          <Anchor href={addressOf({ page: 'connections', isNew: true })} underline="always" inherit onClick={close}>
            {addFilesTexts.connect}
          </Anchor>
          .
        </p>
      )}
      {options !== undefined && connections !== undefined && connections.length > 0 && (
        <>
          <ConnectionChoice
            label={addFilesTexts.connection}
            words={destinationWords}
            connection={options.connection}
            onChange={(connection) => setOptions({ ...options, connection })}
          />
          <TeamChoice options={options} onChange={setOptions} way={way} isUploaded={row.folder === ''} />
          <SendOptionsForm options={options} onChange={setOptions} />
        </>
      )}
      {choice}
      <Group justify="flex-end" className={classes['footer'] ?? ''}>
        <Button variant="default" onClick={close}>
          {addFilesTexts.back}
        </Button>
        {connections?.length !== 0 && (
          <TenantButton
            kind={kind}
            loading={isSending}
            disabled={kind === undefined || chosen === undefined}
            data-autofocus={kind !== undefined || undefined}
            onClick={() => void send()}
          >
            {kind === undefined || options === undefined
              ? addFilesTexts.noConnection
              : sendCheckedTexts.confirm(options.connection, isForTeam, when)}
          </TenantButton>
        )}
      </Group>
    </Stack>
  );
}
