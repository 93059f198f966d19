/** @file A manual proxy. It is used only when the person confirms it: half an address would stop every upload. */

import { Button, Group, PasswordInput, Text, Textarea, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { NetworkForm } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { networkTexts } from '../texts/network.ts';
import { type ManualProxy, proxyOf, valuesOf } from './proxy-values.ts';
import classes from './settings.module.css';

interface ProxyFormProps {
  /** The proxy in use; undefined when there is none. */
  proxy: ManualProxy | undefined;
  hasPassword: boolean;
  /** The organisation has set the proxy; the password for it is the person's. */
  isManaged: boolean;
  /** Returns whether it was stored. */
  onUse: (form: Omit<NetworkForm, 'authorities'>) => Promise<boolean>;
}

export function ProxyForm({ proxy, hasPassword, isManaged, onUse }: ProxyFormProps) {
  const [values, setValues] = useState(() => valuesOf(proxy));
  /** Undefined: keeps the stored password. */
  const [password, setPassword] = useState<string | undefined>(hasPassword ? undefined : '');
  const [isChanged, setChanged] = useState(proxy === undefined);
  const [isWrong, setWrong] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const typed = useRef({ values, password });
  typed.current = { values, password };
  const set = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part });
    setChanged(true);
    setWrong(false);
  };
  const use = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = proxyOf(values);
    setWrong(wanted === undefined);
    if (wanted === undefined) {
      document.getElementById('proxy-address')?.focus();
      return;
    }
    setSaving(true);
    const isStored = await onUse({ proxy: wanted, ...(password !== undefined && { proxyPassword: password }) });
    setSaving(false);
    // What was typed in the meantime stays, and is not in use yet.
    if (!isStored || typed.current.values !== values || typed.current.password !== password) return;
    setValues(valuesOf(wanted));
    setChanged(false);
    setPassword(password === undefined || password !== '' ? undefined : '');
  };
  const inputOf = (field: keyof typeof values) => ({
    value: values[field],
    autoComplete: 'off',
    disabled: isManaged,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  });
  const changePassword = (next: string | undefined) => {
    setPassword(next);
    setChanged(true);
  };
  return (
    <form onSubmit={use} noValidate className={classes['proxy']}>
      <TextInput
        {...inputOf('address')}
        id="proxy-address"
        label={message('Address of the proxy')}
        placeholder={networkTexts.addressPlaceholder}
        required
        error={isWrong && networkTexts.addressProblem}
      />
      <TextInput
        {...inputOf('username')}
        label={message('User name')}
        description={message('Leave this empty if the proxy does not ask for one.')}
      />
      {password === undefined ? (
        <Group gap="sm">
          <IconKey size={18} aria-hidden />
          <Text size="sm">{message('A password is stored. It is never shown again.')}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => changePassword('')}>
            {message('Replace it')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setPassword('');
              if (proxy !== undefined) void onUse({ proxy, proxyPassword: '' });
            }}
          >
            {message('Delete it')}
          </Button>
        </Group>
      ) : (
        <>
          <PasswordInput
            label={message('Password')}
            autoComplete="new-password"
            spellCheck={false}
            value={password}
            onChange={(event) => changePassword(event.currentTarget.value)}
          />
          {hasPassword && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes['atStart'] ?? ''}
              onClick={() => setPassword(undefined)}
            >
              {message('Keep the stored one')}
            </Button>
          )}
        </>
      )}
      <Textarea
        {...inputOf('bypass')}
        label={networkTexts.bypass}
        description={networkTexts.bypassHint}
        autosize
        minRows={2}
        maxRows={8}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {isChanged ? message('Not in use yet.') : message('This proxy is in use.')}
        </Text>
        <Button type="submit" loading={isSaving} disabled={!isChanged}>
          {message('Use this proxy')}
        </Button>
      </Group>
    </form>
  );
}
