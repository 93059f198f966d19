/** @file What becomes of the prepared files: they are sent from this computer, or saved to be carried to another one. */

import { Alert, Anchor, Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Plan, Preparation, PreparationDraft } from '../../src-shared/contract.ts';
import { differenceInWords, type NamedDifference } from '../../src-shared/control-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { uploadInWords } from '../../src-shared/upload-words.ts';
import { SendOptionsForm } from '../add-files/send-options-form.tsx';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { DialogButtons } from '../dialog.tsx';
import { addressOf } from '../routes.ts';
import { useConnections, usePreparation } from '../stores.ts';
import { destinationWords } from '../texts/add-files.ts';
import { barTexts, outcomeTexts } from '../texts/mapping.ts';
import { resultTexts } from '../texts/preparing.ts';
import { counted, size } from '../wording.ts';
import { asDifference, type ComparedSum, differencesOf, figuresToCompare } from './control-figures.ts';
import { ControlSums } from './control-sums.tsx';
import classes from './finish.module.css';
import { losesSign, unsentColumns } from './mapping.ts';
import panels from './panels.module.css';
import { isBegun } from './preparation-store.ts';
import { ProcessedBefore } from './processed-before.tsx';
import { SplitForm } from './split-form.tsx';
import type { Finishing } from './use-finishing.ts';

interface FinishDialogProps {
  preparation: Preparation;
  draft: PreparationDraft;
  /** Of the export. */
  columns: readonly string[];
  /** As it is decided now; undefined while it is made. */
  plan: Plan | undefined;
  finishing: Finishing;
  /** What is under way now is shown on the page. */
  onBegun: () => void;
}

export function FinishDialog({ preparation, draft, columns, plan, finishing, onBegun }: FinishDialogProps) {
  const change = usePreparation((state) => state.change);
  const makePlan = usePreparation((state) => state.plan);
  const connections = useConnections((state) => state.connections);
  const [isAsked, setAsked] = useState(false);
  const { options, setOptions, kind } = finishing;
  const { saving, isInterrupted } = preparation;
  const hasConnection = (connections?.length ?? 0) > 0;
  const hasTransactions = (plan?.transactions ?? 0) > 0;
  const isReady = options !== undefined && kind !== undefined && (isInterrupted || hasTransactions);
  const figures = plan === undefined ? [] : figuresToCompare(plan, draft.figures);
  const differences =
    plan === undefined ? [] : differencesOf([...plan.byCurrency, ...plan.byDay], figures, plan.incoming);
  const disagreements = (plan?.control?.differences ?? []).filter((one) => 'sentence' in one);
  const differing = [...differences.map(asDifference), ...disagreements];
  const isDiffering = differing.length > 0;
  /** Figures that differ are asked about first. */
  const unlessAsked = (act: () => Promise<void>) => {
    if (isDiffering && !isAsked) {
      setAsked(true);
      return;
    }
    onBegun();
    void act();
  };
  return (
    <Stack>
      {plan !== undefined && (
        <>
          <PlanFigures plan={plan} unsent={unsentColumns(draft.template, columns)} />
          {/* In sight as the dialog opens: no template is kept that a person did not see. */}
          <TemplateToKeep draft={draft} finishing={finishing} />
          <ControlSums
            sums={[...plan.byCurrency, ...plan.byDay]}
            figures={figures}
            incoming={plan.incoming}
            areUnsigned={losesSign(draft.template)}
            onFigures={(changed) => {
              setAsked(false);
              change({ figures: changed });
            }}
          />
          {isAsked && <Differences sums={differences} disagreements={disagreements.map(differenceInWords)} />}
          <ProcessedBefore
            before={plan.processedBefore}
            isLeftOut={draft.leaveOutProcessed === true}
            onLeaveOut={(leaveOutProcessed) => change({ leaveOutProcessed })}
          />
        </>
      )}
      {plan === undefined && !isBegun(preparation) && <Text size="sm">{barTexts.why.counting}</Text>}
      <section className={panels['panel']} aria-labelledby="send">
        <Title order={3} size="h5" id="send">
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
              onChange={(connection) => {
                setOptions({ ...options, connection });
                // What went before is another thing over another connection.
                if (!isBegun(preparation)) void makePlan(connection);
              }}
            />
            <details>
              <summary>{resultTexts.options}</summary>
              <SendOptionsForm options={options} onChange={setOptions} />
            </details>
          </>
        )}
        <details>
          <summary>{resultTexts.split}</summary>
          <SplitForm split={draft.split} onSplit={(split) => change({ split })} />
        </details>
      </section>
      <Text size="sm" c="dimmed">
        {resultTexts.carryHint}
      </Text>
      {saving !== undefined && (
        <div>
          <Text size="sm">{resultTexts.savingInterrupted(saving.folder)}</Text>
          <Button variant="default" onClick={() => unlessAsked(() => finishing.save(true))}>
            {resultTexts.continueSaving}
          </Button>
        </div>
      )}
      <DialogButtons>
        <DifferencesInShort differing={differing} />
        <Button
          variant={hasConnection ? 'default' : 'filled'}
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          disabled={!hasTransactions}
          data-autofocus={(!isReady && hasTransactions) || undefined}
          onClick={() => unlessAsked(() => finishing.save(false))}
        >
          {isDiffering ? resultTexts.saveAnyway : resultTexts.save}
        </Button>
        {hasConnection && (
          <TenantButton
            kind={kind}
            disabled={!isReady}
            leftSection={isDiffering && <IconAlertTriangle size={16} aria-hidden />}
            data-autofocus={isReady || undefined}
            onClick={() => options !== undefined && unlessAsked(() => finishing.send(options))}
          >
            {isInterrupted ? resultTexts.continue : isDiffering ? resultTexts.prepareAnyway : resultTexts.prepare}
          </TenantButton>
        )}
      </DialogButtons>
    </Stack>
  );
}

/** What a person must know before they press: the first, and how many more there are. */
function DifferencesInShort({ differing }: { differing: readonly NamedDifference[] }) {
  const [first, ...others] = differing;
  if (first === undefined) return null;
  return (
    <p className={classes['inShort']} role="status">
      {differenceInWords(first)} {others.length > 0 && counted(others.length, 'more difference')}
    </p>
  );
}

/** Asked where the person looks, wherever they were. */
function Differences({ sums, disagreements }: { sums: readonly ComparedSum[]; disagreements: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert
      ref={place}
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={resultTexts.differTitle}
    >
      {disagreements.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {sums.length > 0
        ? resultTexts.differ(sums)
        : message('To send what is there, press again. That it differs is kept with the prepared files.')}
    </Alert>
  );
}

/** What becomes of the rows, and what stays behind. */
function PlanFigures({ plan, unsent }: { plan: Plan; unsent: readonly string[] }) {
  const { rows, transactions, refused, leftOut } = plan;
  const figures = [resultTexts.rowsToLines(rows, transactions), resultTexts.allFiles(plan.batches), size(plan.bytes)];
  const behind = [
    ...(refused > 0 ? [barTexts.staysBehind(refused)] : []),
    ...(leftOut > 0 ? [outcomeTexts.leftOut(leftOut)] : []),
    ...(unsent.length > 0 ? [resultTexts.notSent(unsent)] : []),
  ];
  return (
    <div>
      <Text>{figures.join(' · ')}</Text>
      {behind.length > 0 && <Text>{behind.join(' · ')}</Text>}
      <Text size="sm" c="dimmed">
        {uploadInWords(plan.upload)}
      </Text>
    </div>
  );
}

function TemplateToKeep({ draft, finishing }: Pick<FinishDialogProps, 'draft' | 'finishing'>) {
  const { isKept, namesake, setKept } = finishing;
  const change = usePreparation((state) => state.change);
  return (
    <Stack gap="xs">
      <Checkbox
        label={namesake === undefined ? resultTexts.saveTemplate : resultTexts.updateTemplate(namesake.name)}
        description={isKept && namesake && resultTexts.changesKept(namesake, draft.template.columns.length)}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
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
  );
}
