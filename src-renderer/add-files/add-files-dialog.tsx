/** @file The dialog between picking and sending files: what they are, where they go, and with which options. */

import { Anchor, Button, Group, Modal, Progress, Stack } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { MOST_PREPARED } from '../../src-shared/folder-contents.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { DialogButtons } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { useAddFiles, useConnections, useStores } from '../stores.ts';
import { addFilesTexts, destinationWords } from '../texts/add-files.ts';
import { goTo } from '../use-route.ts';
import { size } from '../wording.ts';
import classes from './add-files.module.css';
import { groupsOf, isDiffering, offersToAdd } from './add-files-store.ts';
import { OfferList } from './offer-list.tsx';
import { useOutsideHours } from './outside-hours.tsx';
import { useRememberedOptions } from './remembered-options.ts';
import { RepeatReason, useRepeats } from './repeat-reason.tsx';
import { SendOptionsForm } from './send-options-form.tsx';
import { possibleOptions } from './team-choice.ts';
import { TeamChoice } from './team-choice-form.tsx';
import { useSharingWay } from './use-sharing-way.ts';

/** Fewer are added before a person could read how far it is. */
const MANY = 100;

export function AddFilesDialog() {
  const picked = useAddFiles((state) => state.picked);
  const receiving = useAddFiles((state) => state.receiving);
  const close = useAddFiles((state) => state.close);
  const stopReceiving = useAddFiles((state) => state.stopReceiving);
  const addsKnown = useAddFiles((state) => state.addsKnown);
  const reading = useAddFiles((state) => state.reading);
  const stopReading = useAddFiles((state) => state.stopReading);
  const adding = useAddFiles((state) => state.adding);
  const stopAdding = useAddFiles((state) => state.stopAdding);
  const groups = useMemo(() => groupsOf({ picked, addsKnown }), [picked, addsKnown]);
  const count = offersToAdd(groups).length;
  const preparable = groups.preparable.length;
  return (
    <>
      <Modal
        opened={reading !== undefined && receiving === undefined && picked === undefined}
        onClose={stopReading}
        withCloseButton={false}
        returnFocus={picked === undefined}
        transitionProps={{ duration: 0 }}
        title={addFilesTexts.reading}
      >
        {reading !== undefined && (
          <>
            {reading.looked !== undefined && (
              <Progress
                value={(100 * reading.looked) / Math.max(1, reading.found)}
                aria-label={addFilesTexts.reading}
              />
            )}
            <p className={classes['received']}>
              {reading.looked === undefined
                ? message('{files, plural, one {# file} other {# files}} found', { files: reading.found })
                : message('{looked, number} of {files, plural, one {# file} other {# files}} looked at', {
                    looked: reading.looked,
                    files: reading.found,
                  })}
            </p>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={stopReading}>
                {addFilesTexts.stop}
              </Button>
            </Group>
          </>
        )}
      </Modal>
      {/* On the desktop files are not streamed, so there is no progress to show. */}
      <Modal
        opened={receiving !== undefined && picked === undefined}
        onClose={stopReceiving}
        withCloseButton={false}
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
              {message('{sent} of {total}', { sent: size(receiving.sentBytes), total: size(receiving.totalBytes) })}
            </p>
            <Group justify="flex-end">
              <Button variant="default" data-autofocus onClick={stopReceiving}>
                {message('Cancel')}
              </Button>
            </Group>
          </>
        )}
      </Modal>
      <Modal
        opened={picked !== undefined}
        // While files are added, closing it stops that.
        onClose={adding === undefined ? close : stopAdding}
        size={720}
        yOffset="12px"
        title={
          count > 0
            ? message('Add {files, plural, one {# file} other {# files}}', { files: count })
            : preparable > 0
              ? message('Prepare {files, plural, one {# file} other {# files}}', { files: preparable })
              : message('Nothing to add')
        }
      >
        {picked !== undefined && <AddFilesForm />}
      </Modal>
    </>
  );
}

function AddFilesForm() {
  const picked = useAddFiles((state) => state.picked);
  const addsKnown = useAddFiles((state) => state.addsKnown);
  const adding = useAddFiles((state) => state.adding);
  const problem = useAddFiles((state) => state.problem);
  const stopAdding = useAddFiles((state) => state.stopAdding);
  const isAdding = adding !== undefined;
  const close = useAddFiles((state) => state.close);
  const { canDrop } = useAppInfo();
  const { addFiles, queue, queueView } = useStores();
  // With its search and filters: they say what they hide of the new files.
  const toQueue = (added: readonly SubmissionRow['id'][]) => {
    queueView.setState({ arrived: added });
    goTo(queueRoute(queueView.getState()));
  };
  const [options, setOptions] = useRememberedOptions();
  const chosenConnection = useConnections(({ connections }) =>
    connections?.find(({ name }) => name === options?.connection),
  );
  const kind = chosenConnection?.kind;
  const sending = chosenConnection?.sending;
  const isUnconnected = useConnections(({ connections }) => connections?.length === 0);
  const groups = useMemo(() => groupsOf({ picked, addsKnown }), [picked, addsKnown]);
  const { preparable } = groups;
  const sendable = offersToAdd(groups);
  const canDoSomething = sendable.length + preparable.length > 0;
  const prepared = Math.min(preparable.length, MOST_PREPARED);
  const connection = isUnconnected ? undefined : options?.connection || undefined;
  const isKnown = options !== undefined && isUnconnected !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was picked since is looked into as well
  useEffect(() => {
    if (!isKnown || isAdding) return;
    const looking = new AbortController();
    void addFiles.getState().look(connection, looking.signal);
    return () => looking.abort();
  }, [addFiles, picked, connection, isKnown, isAdding]);
  const goesSomewhere = options !== undefined && sendable.length > 0 && !isUnconnected;
  const way = useSharingWay(options?.connection);
  const chosen = options !== undefined && way !== undefined ? possibleOptions(options, way) : undefined;
  const repeats = useRepeats(sendable, connection);
  const [reason, setReason] = useState('');
  const isForTeam = chosen?.forTeam === true;
  const { when, sendsNow, choice } = useOutsideHours(sending, isForTeam);
  const isReady = chosen !== undefined && kind !== undefined && sendable.length > 0;
  const add = async () => {
    if (!isReady) return;
    const again = reason.trim() === '' ? undefined : { reason: reason.trim(), offers: repeats };
    const added = await addFiles.getState().add(chosen, again);
    if (added.length === 0) return;
    toQueue(added);
    if (sendsNow) await queue.getState().act('sendNow', added);
  };
  const check = async () => {
    if (options === undefined) return;
    const added = await addFiles.getState().check(options.maxBatchBytes);
    const [first, ...others] = added;
    if (first === undefined) return;
    if (others.length === 0) goTo({ page: 'submission', id: first });
    else toQueue(added);
  };
  const [isPreparing, setPreparing] = useState(false);
  const prepare = async () => {
    setPreparing(true);
    const id = await addFiles.getState().prepare();
    setPreparing(false);
    if (id !== undefined) goTo({ page: 'prepare', of: { id } });
  };
  const form = useFocusOnceReady(options !== undefined && way !== undefined);
  return (
    <Stack ref={form} gap="md">
      {/* First, so that it is in sight above any number of files. */}
      {goesSomewhere && (
        <ConnectionChoice
          label={addFilesTexts.connection}
          words={destinationWords}
          connection={options.connection}
          onChange={(connection) => setOptions({ ...options, connection })}
        />
      )}
      <OfferList
        groups={groups}
        refused={picked?.refused ?? []}
        maxBatchBytes={options?.maxBatchBytes}
        connection={connection}
        prepareButton={
          sendable.length > 0 && (
            <Button variant="default" size="compact-sm" loading={isPreparing} onClick={() => void prepare()}>
              {message('Prepare {files, plural, one {# file} other {# files}}…', { files: prepared })}
            </Button>
          )
        }
      />
      {sendable.length > 0 && isUnconnected && (
        <p className={classes['quiet']}>
          {message('There is no connection on this computer yet, so files can be checked and prepared, but not sent.')}{' '}
          <Anchor href={addressOf({ page: 'connections', isNew: true })} underline="always" inherit onClick={close}>
            {addFilesTexts.connect}
          </Anchor>
          .
        </p>
      )}
      {goesSomewhere && (
        <>
          {repeats.length > 0 && <RepeatReason count={repeats.length} reason={reason} onChange={setReason} />}
          <TeamChoice
            options={options}
            onChange={setOptions}
            way={way}
            isUploaded={sendable.some(({ folder }) => folder === '')}
          />
          <SendOptionsForm options={options} onChange={setOptions} />
        </>
      )}
      {problem !== undefined && <ErrorNotice error={problem} isAskedOnce />}
      {!canDrop && <p className={classes['quiet']}>{addFilesTexts.cannotDrop}</p>}
      {goesSomewhere && choice}
      <DialogButtons>
        {adding !== undefined && adding.total > MANY && (
          <span className={classes['received']} role="status">
            {message('{added, number} of {files, plural, one {# file} other {# files}} added', {
              added: adding.added,
              files: adding.total,
            })}
          </span>
        )}
        <Button variant="default" data-cancels onClick={isAdding ? stopAdding : close}>
          {isAdding ? addFilesTexts.stop : canDoSomething ? addFilesTexts.back : message('Close')}
        </Button>
        {preparable.length > 0 && sendable.length === 0 && (
          <Button data-autofocus loading={isPreparing} onClick={() => void prepare()}>
            {message('Prepare…')}
          </Button>
        )}
        {sendable.length > 0 && (
          <Button
            variant={isUnconnected ? 'filled' : 'default'}
            title={message('Checks the files on this computer. Nothing is sent until you choose a connection.')}
            data-autofocus={isUnconnected || undefined}
            loading={isAdding}
            disabled={options === undefined}
            onClick={() => void check()}
          >
            {message('Check only')}
          </Button>
        )}
        {sendable.length > 0 && !isUnconnected && (
          <TenantButton
            // A disabled button would lose the focus.
            data-autofocus={isReady || undefined}
            loading={isAdding}
            disabled={!isReady}
            onClick={() => void add()}
            kind={kind}
          >
            {isDiffering({ error: problem })
              ? message('Send although the figures differ')
              : options !== undefined && kind !== undefined
                ? addFilesTexts.confirm(options.connection, isForTeam, when)
                : addFilesTexts.noConnection}
          </TenantButton>
        )}
      </DialogButtons>
    </Stack>
  );
}

/**
 * The options come a moment after the dialog, whose close button has the focus until then: it moves to the main button, or
 * where that is not ready to the choice before it. A person who has gone elsewhere stays there.
 */
function useFocusOnceReady(isReady: boolean): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const present = document.activeElement;
    if (!isReady || form.current?.contains(present) === true) return;
    const target = form.current?.querySelector<HTMLElement>('[data-autofocus]') ?? form.current?.querySelector('input');
    target?.focus({ preventScroll: true });
  }, [isReady]);
  return form;
}
