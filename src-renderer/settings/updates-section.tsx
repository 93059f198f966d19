/** @file Updates of Tranship itself: whether it asks for them, and the button that installs one. */

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Result, UpdateState } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { updateStepText, updateTexts } from '../texts/updates.ts';
import { SectionFrame } from './settings-section.tsx';

export function UpdatesSection() {
  const bridge = useBridge();
  const [state, setState] = useState<UpdateState>();
  const [failure, setFailure] = useState<ErrorRecord>();
  const take = (result: Result<UpdateState | undefined>) => {
    setFailure(result.ok ? undefined : result.error);
    if (result.ok && result.value !== undefined) setState(result.value);
  };
  useEffect(() => {
    void bridge.invoke['updates.state']().then((result) => result.ok && setState(result.value));
    return bridge.on['updates.changed'](setState);
  }, [bridge]);
  if (state === undefined) return null;
  const { isOn, decidedBy, step } = state;
  const error = failure ?? (step.kind === 'failed' ? step.error : undefined);
  return (
    <SectionFrame title={updateTexts.title} saved={undefined} error={error}>
      <Stack gap="sm">
        {decidedBy === 'build' ? (
          <Text size="sm">{updateTexts.decidedBy.build}</Text>
        ) : (
          <Checkbox
            label={updateTexts.ask}
            description={`${updateTexts.hint} ${updateTexts.decidedBy[decidedBy]}`.trim()}
            checked={isOn}
            disabled={decidedBy !== 'person'}
            onChange={(event) => void bridge.invoke['updates.turn']({ isOn: event.currentTarget.checked }).then(take)}
          />
        )}
        <Text size="sm" aria-live="polite">
          {updateStepText(step)}
        </Text>
        {isOn && (
          <Group gap="sm">
            {step.kind === 'ready' && (
              <Button
                onClick={() => void bridge.invoke['updates.install']().then((result) => !result.ok && take(result))}
              >
                {message('Install and restart')}
              </Button>
            )}
            <Button
              variant="default"
              disabled={step.kind === 'loading'}
              onClick={() => void bridge.invoke['updates.ask']().then(take)}
            >
              {message('Ask now')}
            </Button>
          </Group>
        )}
      </Stack>
    </SectionFrame>
  );
}
