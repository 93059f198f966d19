/** @file The route to the internet: the proxy, and certificate authorities in addition to the system's. */

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { NetworkState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { ManagedNote } from '../managed-note.tsx';
import { networkTexts } from '../texts/network.ts';
import { settingsTexts } from '../texts/settings.ts';
import { Authorities } from './authorities.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { SectionFrame } from './settings-section.tsx';
import { type KeptNetwork, useNetwork } from './use-network.ts';

type ProxyMode = NetworkState['proxy']['mode'];

export function NetworkSection() {
  const kept = useNetwork();
  const { network, saved, error } = kept;
  return (
    <SectionFrame title={networkTexts.title} saved={saved} error={undefined}>
      <p className="unseen" aria-live="polite" key={saved}>
        {saved === undefined ? '' : settingsTexts.saved}
      </p>
      {network === undefined && error === undefined && <Loading>{message('Loading the network settings…')}</Loading>}
      {network !== undefined && (
        <Stack gap="lg">
          <ProxyChoice kept={kept} network={network} />
          <Authorities authorities={network.authorities} change={kept.change} />
        </Stack>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </SectionFrame>
  );
}

function ProxyChoice({ kept: { change }, network }: { kept: KeptNetwork; network: NetworkState }) {
  const { proxy, hasProxyPassword } = network;
  const isManaged = useIsManaged()('proxy');
  // Shows the choice until it is stored; a manual proxy is stored only once it is filled in.
  const [chosen, setChosen] = useState<ProxyMode>();
  const mode = chosen ?? proxy.mode;
  const choose = async (next: ProxyMode) => {
    setChosen(next);
    if (next === 'manual') return;
    if (next !== proxy.mode) await change({ proxy: { mode: next } });
    setChosen(undefined);
  };
  return (
    <>
      <ManagedNote isManaged={isManaged} />
      <Radio.Group
        label={networkTexts.proxy}
        value={mode}
        // The radio buttons return one of the values that they were given.
        onChange={(value) => void choose(value as ProxyMode)}
      >
        <Stack gap="xs" mt="xs">
          {(['system', 'none', 'manual'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              disabled={isManaged}
              label={networkTexts.modes[value].label}
              description={networkTexts.modes[value].hint}
            />
          ))}
        </Stack>
      </Radio.Group>
      {mode === 'manual' && (
        <ProxyForm
          proxy={proxy.mode === 'manual' ? proxy : undefined}
          hasPassword={hasProxyPassword}
          isManaged={isManaged}
          onUse={async (form) => {
            const isDone = await change(form);
            if (isDone) setChosen(undefined);
            return isDone;
          }}
        />
      )}
    </>
  );
}
