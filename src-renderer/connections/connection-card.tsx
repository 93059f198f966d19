/** @file One connection: where it leads, whether it works, and the actions on it. */

import { Button, Group, Paper, Text } from '@mantine/core';
import { IconClock, IconKey, IconPencil, IconStethoscope, IconTrash, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { waitInWords } from '../../src-shared/wait-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { toneOfWait } from '../frame/queue-line.ts';
import { Question } from '../question.tsx';
import type { ConnectionPlace } from '../routes.ts';
import { useConnections, useQueue } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { connectionTexts, diagnosisTexts } from '../texts/connections.ts';
import { moveTo } from '../use-route.ts';
import classes from './connection-card.module.css';
import { DiagnosisReport } from './diagnosis-report.tsx';
import { HoursDialog } from './hours-dialog.tsx';
import { HoursStrip } from './hours-strip.tsx';
import { LedgerDialog } from './ledger-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { bandwidthInWords, hoursInWords } from './sending-texts.ts';
import { SignInFacts } from './sign-in-facts.tsx';

interface ConnectionCardProps {
  row: ConnectionRow;
  /** The person returns from its form, so the button that opened the form gets the focus. */
  isReturnedTo: boolean;
  /** The person was led here, perhaps to renew its secret. */
  sought: ConnectionPlace | undefined;
  onChange: () => void;
  onRemoved: (connections: readonly ConnectionRow[]) => void;
  onSecretChanged: (connections: readonly ConnectionRow[]) => void;
}

export function ConnectionCard(props: ConnectionCardProps) {
  const { row, isReturnedTo, sought, onChange, onRemoved, onSecretChanged } = props;
  const { name, kind, origin, sending } = row;
  const called = connectionInWords(name);
  const limit = sending && bandwidthInWords(sending);
  const bridge = useBridge();
  const diagnosis = useConnections((store) => store.diagnoses.get(name));
  const wait = useQueue(({ list }) => list?.waits?.find(({ connection }) => connection === name));
  const diagnose = useConnections((store) => store.diagnose);
  const show = useConnections((store) => store.show);
  const [changesSecret, setChangesSecret] = useState(false);
  const [opensLedger, setOpensLedger] = useState(false);
  const [opensHours, setOpensHours] = useState(false);
  const [asksRemoval, setAsksRemoval] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReturnedTo) changeButton.current?.focus();
  }, [isReturnedTo]);
  /** Its credentials at least are the person's. */
  const isChangeable = origin === 'stored' || origin === 'policy';
  const bad = diagnosis?.steps.filter(({ outcome }) => outcome === 'bad').length ?? 0;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sought === undefined) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus({ preventScroll: true });
    if (sought.asksSecret && isChangeable && row.error === undefined) setChangesSecret(true);
    if (sought.setsHours === true && row.error === undefined) setOpensHours(true);
  }, [sought, isChangeable, row.error]);
  const closeHours = () => {
    setOpensHours(false);
    // Who is led there again finds them open again.
    if (sought?.setsHours === true) moveTo({ page: 'connections', about: { name, asksSecret: false } });
  };
  // Its test makes it longer, step by step.
  const partsShown = diagnosis === undefined ? 0 : diagnosis.steps.length + (diagnosis.isRunning ? 0 : 1);
  useEffect(() => {
    if (sought !== undefined && partsShown > 0) card.current?.scrollIntoView({ block: 'nearest' });
  }, [sought, partsShown]);
  return (
    <Paper
      ref={card}
      tabIndex={sought === undefined ? undefined : -1}
      withBorder
      p="md"
      radius="md"
      className={classes['card'] ?? ''}
      data-kind={kind}
      data-sought={sought !== undefined}
    >
      <div className={classes['head']}>
        <div className={classes['name']}>
          <TenantName name={name} kind={kind} />
          {row.openSubmissions > 0 && (
            <Text size="sm" c="dimmed">
              {message('{count, plural, one {# submission} other {# submissions}} not finished', {
                count: row.openSubmissions,
              })}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconStethoscope size={15} aria-hidden />}
            aria-label={connectionTexts.diagnoseOf(name)}
            loading={diagnosis?.isRunning === true}
            onClick={() => void diagnose(name, false)}
          >
            {message('Diagnose')}
          </Button>
          {isChangeable && row.error === undefined && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconKey size={15} aria-hidden />}
              aria-label={message('Change the secret of {name}', { name: called })}
              onClick={() => setChangesSecret(true)}
            >
              {message('Change the secret…')}
            </Button>
          )}
          {isChangeable && row.error === undefined && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={15} aria-hidden />}
              aria-label={message('Change {name}', { name: called })}
              ref={changeButton}
              onClick={onChange}
            >
              {message('Change')}
            </Button>
          )}
          {kind !== 'practice' && row.error === undefined && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUsers size={15} aria-hidden />}
              aria-label={message('Team ledger of {name}', { name: called })}
              onClick={() => setOpensLedger(true)}
            >
              {message('Team ledger…')}
            </Button>
          )}
          {row.error === undefined && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconClock size={15} aria-hidden />}
              aria-label={connectionTexts.hoursOf(name)}
              onClick={() => setOpensHours(true)}
            >
              {message('Hours…')}
            </Button>
          )}
          {origin !== 'environment' && origin !== 'policy' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={15} aria-hidden />}
              aria-label={message('Remove {name}', { name: called })}
              onClick={() => setAsksRemoval(true)}
            >
              {message('Remove…')}
            </Button>
          )}
        </Group>
      </div>
      {origin !== 'stored' && <Text size="sm">{connectionTexts.originNote[origin]}</Text>}
      <dl className={classes['facts']}>
        <Fact name={message('Base address')} value={row.baseUrl} />
        <Fact name={message('Scope')} value={row.scope} />
        <Fact name={message('Client id')} value={row.clientId} />
        {row.storageHosts !== undefined && <Fact name={message('Files go to')} value={row.storageHosts.join(', ')} />}
        <SignInFacts row={row} />
        {sending !== undefined && <Fact name={message('Sending hours')} value={hoursInWords(sending)} />}
        {limit !== undefined && <Fact name={message('Bandwidth')} value={limit} />}
      </dl>
      {sending !== undefined && sending.hours.length > 0 && <HoursStrip rules={sending} />}
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      {wait !== undefined && (
        <p className={classes['wait']} data-tone={toneOfWait(wait)}>
          <span className={classes['dot']} aria-hidden="true" />
          {waitInWords(wait, Date.now())}
        </p>
      )}
      {/* Shows each step, but announces only the result to screen readers. */}
      <p className="unseen" role="status">
        {diagnosis?.text !== undefined && diagnosisTexts.done(name, bad)}
      </p>
      {diagnosis !== undefined && (
        <DiagnosisReport name={name} diagnosis={diagnosis} onAskForStorage={() => void diagnose(name, true)} />
      )}
      <SecretDialog
        row={changesSecret ? row : undefined}
        onClose={() => setChangesSecret(false)}
        onSaved={(next) => {
          setChangesSecret(false);
          onSecretChanged(next);
        }}
      />
      <HoursDialog
        row={opensHours ? row : undefined}
        onClose={closeHours}
        onSaved={(next) => {
          closeHours();
          show(next);
        }}
      />
      <LedgerDialog row={opensLedger ? row : undefined} onClose={() => setOpensLedger(false)} />
      <Question
        subject={asksRemoval ? row : undefined}
        words={() => ({
          title: message('Remove the connection {name}?', { name: called }),
          sentences: [
            message(
              'Its addresses, its secret and its certificate are deleted from this computer. Nothing changes at the service.',
            ),
          ],
          confirm: message('Remove'),
          goBack: message('Go back'),
          isGrave: true,
        })}
        act={async () => {
          const result = await bridge.invoke['connections.remove']({ name });
          if (!result.ok) return result.error;
          onRemoved(result.value);
          return undefined;
        }}
        onClose={() => setAsksRemoval(false)}
      >
        {({ openSubmissions }) =>
          openSubmissions > 0 && (
            <Text size="sm" fw={600}>
              {message(
                '{count, plural, one {# submission has not ended. Without this connection, Tranship can no longer send or follow it.} other {# submissions have not ended. Without this connection, Tranship can no longer send or follow them.}}',
                { count: openSubmissions },
              )}
            </Text>
          )
        }
      </Question>
    </Paper>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
