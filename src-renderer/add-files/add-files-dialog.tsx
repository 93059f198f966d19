/** @file The dialog between picking and sending files: what they are, where they go, and with which options. */

import { Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { useAddFiles, useConnections, useStores } from '../stores.ts';
import { addFilesTexts, destinationWords } from '../texts/add-files.ts';
import { goTo } from '../use-route.ts';
import { size } from '../wording.ts';
import classes from './add-files.module.css';
import { isPreparable, isSendable } from './add-files-store.ts';
import { OfferList } from './offer-list.tsx';
import { useRememberedOptions } from './remembered-options.ts';
import { SendOptionsForm } from './send-options-form.tsx';

export function AddFilesDialog() {
  const picked = useAddFiles((state) => state.picked);
  const receiving = useAddFiles((state) => state.receiving);
  const close = useAddFiles((state) => state.close);
  const stopReceiving = useAddFiles((state) => state.stopReceiving);
  const count = picked?.offers.filter(isSendable).length ?? 0;
  const preparable = picked?.offers.filter(isPreparable).length ?? 0;
  return (
    <>
      {/* On the desktop files are not streamed, so there is no progress to show. */}
      <Modal
        opened={receiving !== undefined && picked === undefined}
        onClose={stopReceiving}
        withCloseButton={false}
        // A click beside it is easily made, and gigabytes would have to be copied again.
        closeOnClickOutside={false}
        // The next dialog replaces this one and takes the focus, unless the person has stopped it.
        returnFocus={picked === undefined}
        transitionProps={{ duration: 0 }}
        title={addFilesTexts.receiving}
      >
        {receiving !== undefined && (
          <>
            <Progress
              value={(100 * receiving.sentBytes) / Math.max(1, receiving.totalBytes)}
              aria-label={addFilesTexts.receiving}
            />
            <p className={classes['received']}>
              {addFilesTexts.received(size(receiving.sentBytes), size(receiving.totalBytes))}
            </p>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={stopReceiving}>
                {addFilesTexts.stopReceiving}
              </Button>
            </Group>
          </>
        )}
      </Modal>
      <Modal
        opened={picked !== undefined}
        onClose={close}
        size={680}
        title={
          count > 0
            ? addFilesTexts.title(count)
            : preparable > 0
              ? addFilesTexts.titlePrepare(preparable)
              : addFilesTexts.titleNone
        }
      >
        {picked !== undefined && <AddFilesForm />}
      </Modal>
    </>
  );
}

function AddFilesForm() {
  const picked = useAddFiles((state) => state.picked);
  const isAdding = useAddFiles((state) => state.isAdding);
  const close = useAddFiles((state) => state.close);
  const { canDrop } = useAppInfo();
  const { addFiles } = useStores();
  const [options, setOptions] = useRememberedOptions();
  const kind = useConnections(({ connections }) => connections?.find(({ name }) => name === options?.connection)?.kind);
  const sendable = picked?.offers.filter(isSendable) ?? [];
  const preparable = picked?.offers.filter(isPreparable) ?? [];
  const isReady = options !== undefined && kind !== undefined && sendable.length > 0;
  const add = async () => {
    if (!isReady) return;
    if ((await addFiles.getState().add(options)) > 0) goTo({ page: 'queue' });
  };
  const [isPreparing, setPreparing] = useState(false);
  const prepare = async () => {
    setPreparing(true);
    const id = await addFiles.getState().prepare();
    setPreparing(false);
    if (id !== undefined) goTo({ page: 'prepare', of: { id, step: 'source' } });
  };
  return (
    <Stack gap="md">
      <OfferList maxBatchBytes={options?.maxBatchBytes} />
      {sendable.length > 0 && options !== undefined && (
        <>
          <ConnectionChoice
            label={addFilesTexts.connection}
            words={destinationWords}
            connection={options.connection}
            onChange={(connection) => setOptions({ ...options, connection })}
          />
          <SendOptionsForm options={options} onChange={setOptions} />
        </>
      )}
      {!canDrop && <p className={classes['quiet']}>{addFilesTexts.cannotDrop}</p>}
      <Group justify="flex-end" className={classes['footer'] ?? ''}>
        <Button variant="default" data-cancels onClick={close}>
          {addFilesTexts.back}
        </Button>
        {preparable.length > 0 && (
          <Button
            variant={sendable.length > 0 ? 'default' : 'filled'}
            data-autofocus={sendable.length === 0 || undefined}
            loading={isPreparing}
            onClick={() => void prepare()}
          >
            {sendable.length > 0 ? addFilesTexts.prepareSome(preparable.length) : addFilesTexts.prepare}
          </Button>
        )}
        {sendable.length > 0 && (
          <TenantButton
            // A disabled button would lose the focus.
            data-autofocus={isReady || undefined}
            loading={isAdding}
            disabled={!isReady}
            onClick={() => void add()}
            kind={kind}
          >
            {isReady ? addFilesTexts.confirm(options.connection) : addFilesTexts.noConnection}
          </TenantButton>
        )}
      </Group>
    </Stack>
  );
}
