/**
 * @file The form of one connection. Fields accept pasted values with surrounding text; a stored secret is never shown
 * again.
 */

import { Alert, Button, Group, Paper, PasswordInput, Radio, Text, TextInput, Title } from '@mantine/core';
import { IconClipboardText, IconKey, IconKeyOff, IconPencil } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { ConnectionForm, ConnectionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { isUnruled, unruled } from '../../src-shared/sending-hours.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import type { ConnectionDraft } from '../connections-store.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { BackLink } from '../frame/page.tsx';
import { ManagedNote } from '../managed-note.tsx';
import { useStores } from '../stores.ts';
import { type FormField, fieldTexts, formTexts, type TextField } from '../texts/connections.ts';
import { CertificateField, type CertificateWish } from './certificate-field.tsx';
import classes from './connection-form.module.css';
import { type FieldProblem, fieldProblem, problemOfField } from './field-problem.ts';
import { cleanValue, pastedValues } from './pasted-values.ts';
import { SendingFields } from './sending-fields.tsx';
import { useDraft } from './use-draft.ts';

type Values = Record<TextField, string>;
const order: readonly TextField[] = ['name', 'baseUrl', 'tokenUrl', 'clientId', 'scope'];

interface ConnectionFormProps {
  /** The connection to change; undefined for a new one. */
  row: ConnectionRow | undefined;
  onClose: () => void;
  onSaved: (connections: readonly ConnectionRow[], name: string) => void;
}

export function ConnectionFormPage({ row, onClose, onSaved }: ConnectionFormProps) {
  const bridge = useBridge();
  const { queue } = useStores();
  const info = useAppInfo();
  const { draft, keep, forget } = useDraft(row, valuesOf(row), kindOf(row));
  const [isKept, setKept] = useState(draft.isKept);
  const [values, setValues] = useState(() => ({ ...valuesOf(row), ...draft.texts }));
  const [kind, setKind] = useState<ConnectionForm['kind']>(draft.kind);
  const [sending, setSending] = useState(draft.sending);
  const [certificate, setCertificate] = useState<CertificateWish>({ kind: 'keep' });
  const [replacesSecret, setReplacesSecret] = useState(row?.hasSecret !== true);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [error, setError] = useState<ErrorRecord>();
  const [filled, setFilled] = useState('');
  const [isSaving, setSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the form is gone, so keyboard focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);

  useEffect(() => keep(values, kind, sending), [keep, values, kind, sending]);

  const settle = (field: FormField) => setProblems((before) => before.filter((problem) => problem.field !== field));
  /** Which signs in without a secret. */
  const hasCertificate = certificate.kind === 'keep' ? row?.certificate !== undefined : certificate.kind !== 'remove';
  const problemOf = (field: FormField) => problems.find((problem) => problem.field === field)?.problem;
  const set = (field: TextField, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    settle(field);
  };
  const mark = (found: readonly FieldProblem[]) => {
    setProblems(found);
    const [first] = found;
    if (first !== undefined) document.getElementById(`connection-${first.field}`)?.focus();
  };
  /**
   * A pasted block fills every field that it names; a single value fills its own field, without surrounding characters.
   */
  const onPaste = (field: TextField) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    const found = Object.entries(pastedValues(text));
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (found.length === 0) {
      const isWhole = selectionStart === 0 && selectionEnd === value.length;
      if (!isWhole || cleanValue(text) === text) return;
      event.preventDefault();
      set(field, cleanValue(text));
      return;
    }
    event.preventDefault();
    const pasted = Object.fromEntries(found);
    setValues((before) => ({ ...before, ...pasted }));
    if ('secret' in pasted) setReplacesSecret(true);
    setProblems((before) => before.filter(({ field: one }) => !(one in pasted)));
    const labels = Object.entries(fieldTexts).flatMap(([name, { label }]) => (name in pasted ? [label] : []));
    setFilled(formTexts.pasted(labels));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (certificate.kind === 'unfinished') {
      document.getElementById('connection-certificate')?.focus();
      return;
    }
    setSaving(true);
    setError(undefined);
    const plain = formOf(values, kind);
    const judged = await bridge.invoke['connections.judge']({ form: plain, isNew: row === undefined });
    if (judged.ok && judged.value.length > 0) {
      setSaving(false);
      mark(judged.value.map(problemOfField));
      return;
    }
    const secret = cleanValue(values.secret);
    const form = {
      ...plain,
      ...(replacesSecret && secret !== '' && { secret }),
      ...(certificate.kind === 'replace' && { certificate: certificate.files }),
      ...(certificate.kind === 'remove' && { certificate: 'none' as const }),
    };
    const result = await bridge.invoke[row === undefined ? 'connections.add' : 'connections.change'](form);
    if (result.ok) {
      forget();
      onSaved(await withSending(result.value, form.name), form.name);
      return;
    }
    setSaving(false);
    const found = fieldProblem(result.error);
    if (found === undefined) setError(result.error);
    else mark([found]);
  };
  /** The hours of a new connection; where they cannot be kept, it is there without them, and a person hears so. */
  const withSending = async (saved: readonly ConnectionRow[], name: string) => {
    if (row !== undefined || isUnruled(sending)) return saved;
    const change = { name, ...sending, bandwidth: sending.bandwidth ?? 'none' } as const;
    const changed = await bridge.invoke['connections.changeSending'](change);
    if (!changed.ok) queue.getState().complain([{ error: changed.error }]);
    return changed.ok ? changed.value : saved;
  };
  const clear = () => {
    setValues(valuesOf(row));
    setKind(kindOf(row));
    setSending(unruled);
    setKept(false);
    setProblems([]);
    setFilled('');
    heading.current?.focus();
  };
  const isSet = row?.origin === 'policy';
  const inputOf = (field: TextField) => ({
    id: `connection-${field}`,
    label: fieldTexts[field].label,
    description: fieldTexts[field].hint,
    placeholder: fieldTexts[field].placeholder,
    value: values[field],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
    onBlur: () => set(field, cleanValue(values[field])),
    onPaste: onPaste(field),
    ...(problemOf(field) !== undefined && { error: problemOf(field) }),
  });
  return (
    <form className={classes['form']} onSubmit={save} noValidate>
      <BackLink onClick={onClose}>{message('Back to the connections')}</BackLink>
      <Title order={1} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
        {row === undefined ? message('New connection') : message('Change {name}', { name: row.name })}
      </Title>
      {row !== undefined && row.openSubmissions > 0 && (
        <Alert>
          {message(
            '{count, plural, one {# submission under way: until it has ended, you can change only the secret and the certificate.} other {# submissions under way: until they have ended, you can change only the secret and the certificate.}}',
            { count: row.openSubmissions },
          )}
        </Alert>
      )}
      <ManagedNote isManaged={isSet} />
      {isKept && (
        <Alert variant="light" icon={<IconPencil aria-hidden />}>
          {message('What you typed before is still here. A secret is never kept: enter it again.')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {message('Clear the form')}
          </Button>
        </Alert>
      )}
      {!info.keepsSecrets && (
        <Alert
          variant="default"
          icon={<IconKeyOff aria-hidden />}
          title={message('This computer cannot store a secret')}
        >
          {inWords(info.secretsHint ?? '')} {formTexts.noStoreHint}
        </Alert>
      )}
      <Alert variant="light" icon={<IconClipboardText aria-hidden />}>
        {message('If you received all values in one text, paste it into any field. Tranship fills in the others.')}
        <Text size="sm" fw={600} role="status">
          {filled}
        </Text>
      </Alert>
      <Paper withBorder p="lg" radius="md" className={classes['fields'] ?? ''}>
        <Radio.Group
          label={message('Kind of tenant')}
          value={kind}
          // The radio buttons return one of the two values that they were given.
          onChange={(value) => setKind(value as ConnectionForm['kind'])}
        >
          <Group mt="xs" gap="md">
            {(['production', 'test'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                disabled={isSet}
                label={formTexts.kinds[value].label}
                description={formTexts.kinds[value].hint}
              />
            ))}
          </Group>
        </Radio.Group>
        {order.map((field) => (
          <TextInput
            key={field}
            {...inputOf(field)}
            required
            disabled={isSet || (row !== undefined && field === 'name')}
            readOnly={row !== undefined && row.openSubmissions > 0}
          />
        ))}
        {replacesSecret ? (
          <PasswordInput {...inputOf('secret')} withAsterisk={!hasCertificate} autoComplete="new-password" />
        ) : (
          <Group gap="sm">
            <IconKey size={18} aria-hidden />
            <Text size="sm">
              {message(
                'A secret is stored and never shown. Enter it again if you change an address, the client or the scope.',
              )}
            </Text>
          </Group>
        )}
        {row?.hasSecret === true && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['replaceSecret'] ?? ''}
            onClick={() => {
              setReplacesSecret(!replacesSecret);
              set('secret', '');
            }}
          >
            {replacesSecret ? message('Keep the stored one') : message('Replace it')}
          </Button>
        )}
        <CertificateField
          id="connection-certificate"
          stored={row?.certificate}
          problem={problemOf('certificate')}
          onChange={(wish) => {
            setCertificate(wish);
            settle('certificate');
          }}
        />
      </Paper>
      {row === undefined && (
        <Paper withBorder p="lg" radius="md" className={classes['fields'] ?? ''}>
          <Title order={2} size="h5">
            {message('Hours and bandwidth')}
          </Title>
          <SendingFields rules={sending} onChange={setSending} />
        </Paper>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <p className="unseen" role="status">
        {problems.length > 0 &&
          message('{count, plural, one {# field} other {# fields}} to correct', { count: problems.length })}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {message('Cancel')}
        </Button>
        <Button type="submit" loading={isSaving} disabled={certificate.kind === 'reading'}>
          {message('Save connection')}
        </Button>
      </Group>
    </form>
  );
}

function valuesOf(row: ConnectionRow | undefined): Values {
  const { name = '', baseUrl = '', tokenUrl = '', clientId = '', scope = '' } = row ?? {};
  return { name, baseUrl, tokenUrl, clientId, scope, secret: '' };
}

const kindOf = (row: ConnectionRow | undefined): ConnectionForm['kind'] =>
  // A mistake in a test does less harm.
  row?.kind === 'production' ? 'production' : 'test';

function formOf(values: Values, kind: ConnectionForm['kind']): Omit<ConnectionDraft, 'sending'> {
  // Enter submits the form while a field still has the focus, so surrounding characters may still be there.
  const [name, baseUrl, tokenUrl, clientId, scope] = [
    cleanValue(values.name),
    cleanValue(values.baseUrl),
    cleanValue(values.tokenUrl),
    cleanValue(values.clientId),
    cleanValue(values.scope),
  ];
  return { name, kind, baseUrl, tokenUrl, clientId, scope };
}
