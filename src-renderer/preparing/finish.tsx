/** @file What becomes of the prepared files: they are sent from this computer, or saved to be carried to another one. */

import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { SendOptions } from '../../src-shared/contract.ts';
import { useRememberedOptions } from '../add-files/remembered-options.ts';
import { SendOptionsForm } from '../add-files/send-options-form.tsx';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { addressOf } from '../routes.ts';
import { useConnections, usePreparation } from '../stores.ts';
import { destinationWords } from '../texts/add-files.ts';
import { resultTexts } from '../texts/preparing.ts';
import { BackButton } from './back-button.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import classes from './result-step.module.css';
import { SavedFiles } from './saved-files.tsx';
import wizard from './wizard.module.css';

interface FinishProps {
  open: Pick<OpenPreparation, 'preparation' | 'draft'>;
}

export function Finish({ open: { preparation, draft } }: FinishProps) {
  const bridge = useBridge();
  const prepare = usePreparation((state) => state.prepare);
  const save = usePreparation((state) => state.save);
  const makePlan = usePreparation((state) => state.plan);
  const isOutdated = usePreparation((state) => state.isPlanOutdated);
  const [options, setOptions] = useRememberedOptions();
  const [isKept, setKept] = useState(true);
  const connections = useConnections((state) => state.connections);
  const kind = connections?.find(({ name }) => name === options?.connection)?.kind;
  const { plan, saving, saved, isInterrupted } = preparation;
  const hasTransactions = (plan?.transactions ?? 0) > 0;
  const { connection: compared, leftOut = 0 } = plan?.processedBefore ?? {};
  const isAllProcessed = leftOut > 0 && plan?.transactions === 0;
  const isOther =
    options !== undefined && compared !== undefined && compared !== options.connection && kind !== undefined;
  const hasConnection = (connections?.length ?? 0) > 0;
  const isReady = options !== undefined && kind !== undefined && !isOutdated && (isInterrupted || hasTransactions);
  const keepTemplate = async () => {
    if (isKept) await bridge.invoke['templates.keep']({ template: draft.template });
  };
  const send = async (chosen: SendOptions) => {
    await keepTemplate();
    await prepare(chosen);
  };
  const saveTo = async (continues: boolean) => {
    await keepTemplate();
    await save(continues);
  };
  return (
    <>
      <TemplateToKeep draft={draft} isKept={isKept} onKept={setKept} />
      <section className={wizard['panel']} aria-labelledby="send">
        <Title order={2} id="send">
          {resultTexts.send}
        </Title>
        {isInterrupted && <Text size="sm">{resultTexts.interrupted}</Text>}
        {connections !== undefined && !hasConnection && (
          <Text size="sm">
            {resultTexts.noConnection}{' '}
            <Anchor href={addressOf({ page: 'connections', isNew: true })} underline="always">
              {resultTexts.connect}
            </Anchor>
            .
          </Text>
        )}
        {hasConnection && options !== undefined && (
          <>
            <ConnectionChoice
              label={resultTexts.sendTo}
              words={destinationWords}
              connection={options.connection}
              onChange={(connection) => setOptions({ ...options, connection })}
            />
            <details>
              <summary>{resultTexts.options}</summary>
              <SendOptionsForm options={options} onChange={setOptions} />
            </details>
            {isOther && (
              <Group gap="xs">
                <Text size="sm">{resultTexts.comparedWithOther(compared)}</Text>
                <Button variant="default" size="xs" onClick={() => void makePlan(options.connection)}>
                  {resultTexts.planFor(options.connection)}
                </Button>
              </Group>
            )}
          </>
        )}
      </section>
      <section className={wizard['panel']} aria-labelledby="carry">
        <Title order={2} id="carry">
          {resultTexts.carry}
        </Title>
        <Text size="sm">{resultTexts.carryHint}</Text>
        {saving !== undefined && (
          <Group>
            <Text size="sm">{resultTexts.savingInterrupted(saving.folder)}</Text>
            <Button variant="default" onClick={() => void saveTo(true)}>
              {resultTexts.continueSaving}
            </Button>
          </Group>
        )}
        {saved !== undefined && <SavedFiles id={preparation.id} saved={saved} />}
      </section>
      {plan !== undefined && !hasTransactions && (
        <Text size="sm">{isAllProcessed ? resultTexts.allProcessed : resultTexts.nothing}</Text>
      )}
      <Group justify="space-between" className={wizard['ways'] ?? ''}>
        <BackButton id={preparation.id} />
        <Group gap="sm">
          <Button
            variant={hasConnection || saved !== undefined ? 'default' : 'filled'}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            disabled={!hasTransactions || isOutdated}
            onClick={() => void saveTo(false)}
          >
            {resultTexts.save}
          </Button>
          {hasConnection && (
            <TenantButton kind={kind} disabled={!isReady} onClick={() => options !== undefined && void send(options)}>
              {isInterrupted ? resultTexts.continue : resultTexts.prepare}
            </TenantButton>
          )}
        </Group>
      </Group>
    </>
  );
}

interface TemplateToKeepProps {
  draft: OpenPreparation['draft'];
  isKept: boolean;
  onKept: (isKept: boolean) => void;
}

function TemplateToKeep({ draft, isKept, onKept }: TemplateToKeepProps) {
  const change = usePreparation((state) => state.change);
  return (
    <section className={wizard['panel']} aria-labelledby="kept-template">
      <Title order={2} id="kept-template">
        {resultTexts.template}
      </Title>
      <Stack gap="xs">
        <Checkbox
          label={resultTexts.saveTemplate}
          checked={isKept}
          onChange={(event) => onKept(event.currentTarget.checked)}
        />
        {isKept && (
          <TextInput
            label={resultTexts.templateName}
            className={classes['templateName'] ?? ''}
            maxLength={200}
            value={draft.template.name}
            onChange={(event) => {
              const name = event.currentTarget.value;
              if (name !== '') change({ template: { ...draft.template, name } });
            }}
          />
        )}
      </Stack>
    </section>
  );
}
