/** @file One preparation on one page: what would come of it, where its tables begin, the table of its columns, and what goes on. */

import { Alert, Modal, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { FindingKind, Preparation } from '../../src-shared/contract.ts';
import { Dialog, isDialogOpen } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { focusPageIfLost } from '../focus-page.ts';
import { BackLink, HeaderRow, Loading, Page } from '../frame/page.tsx';
import { addressOf } from '../routes.ts';
import { usePreparation } from '../stores.ts';
import { kindInWords, startTexts } from '../texts/mapping.ts';
import { preparationTexts, resultTexts, sourceTexts } from '../texts/preparing.ts';
import { ActionBar } from './action-bar.tsx';
import { Added, TemplateKept } from './added.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import { columnKey, mappingTable, rowOf } from './mapping-rows.ts';
import { focusRow, MappingTable } from './mapping-table.tsx';
import { NamesNotice } from './names-notice.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import { type KnownOutcome, knownOutcome } from './outcome.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import panels from './panels.module.css';
import { ReadingSettings } from './reading-settings.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { ReplacesNotice } from './replaces-notice.tsx';
import { SavedFiles } from './saved-files.tsx';
import { StartPanel } from './start-panel.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateNotice } from './template-notice.tsx';
import { useFinishing } from './use-finishing.ts';
import { WorkProgress } from './work-progress.tsx';

export function PreparationPage({ id }: { id: string }) {
  const open = usePreparation((state) => state.open);
  const preparation = usePreparation((state) => state.preparation);
  const draft = usePreparation((state) => state.draft);
  const error = usePreparation((state) => state.error);
  const work = usePreparation((state) => state.work);
  useEffect(() => open(id), [open, id]);
  const source = preparation?.source;
  const isExamining = work?.kind === 'examining';
  const isWriting = work?.kind === 'preparing' || work?.kind === 'saving';
  const [isReading, setReading] = useState(false);
  const isReady = preparation !== undefined && source !== undefined && draft !== undefined;
  const failure = error ?? preparation?.error;
  // The button that began it is gone while the app works, and what comes then stands elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the page shows something else.
  useEffect(focusPageIfLost, [isExamining, isWriting, source, draft]);
  return (
    <Page>
      <Head preparation={preparation} />
      {preparation?.replaces !== undefined && <ReplacesNotice replaces={preparation.replaces} />}
      {failure !== undefined && <ErrorNotice error={failure} isAskedOnce />}
      {preparation === undefined && error === undefined && <Loading>{preparationTexts.loading}</Loading>}
      {(isExamining || isWriting) && (
        <section role="status" className={panels['panel']}>
          <WorkProgress work={work} />
        </section>
      )}
      {preparation !== undefined && preparation.added.length > 0 && !isWriting && <Added ids={preparation.added} />}
      {preparation !== undefined &&
        preparation.added.length === 0 &&
        !isReady &&
        !isExamining &&
        failure === undefined && <Loading>{preparationTexts.examining}</Loading>}
      {isReady && preparation.added.length === 0 && !isExamining && !isWriting && (
        <Opened open={{ preparation, source, draft }} onReading={() => setReading(true)} />
      )}
      {/* Stays while the export is read again: the next setting may be needed, too. */}
      <Modal
        opened={isReading}
        size="xl"
        onClose={() => setReading(false)}
        title={startTexts.readingTitle(preparation?.name ?? '')}
      >
        {source !== undefined && <ReadingSettings source={source} />}
        {source === undefined && work !== undefined && <WorkProgress work={work} />}
      </Modal>
    </Page>
  );
}

function Head({ preparation }: { preparation: Preparation | undefined }) {
  /** Until it was added to the queue. */
  const source = preparation?.added.length === 0 ? preparation.source : undefined;
  return (
    <HeaderRow>
      <div className={panels['crumb']}>
        <BackLink href={addressOf({ page: 'prepare' })}>{preparationTexts.back}</BackLink>
        <Title order={1} className={panels['title'] ?? ''}>
          {preparation?.name ?? preparationTexts.loading}
        </Title>
        {preparation !== undefined && (
          <p className="small-print">
            {preparationTexts.files(
              preparation.files.length,
              preparation.files.reduce((sum, { bytes }) => sum + bytes, 0),
            )}
          </p>
        )}
        {source !== undefined && <TemplateNotice source={source} />}
      </div>
      {source !== undefined && <TemplateChoice used={source.recognised?.id} />}
    </HeaderRow>
  );
}

function Opened({ open, onReading }: { open: OpenPreparation; onReading: () => void }) {
  const { preparation, source, draft } = open;
  const read = usePreparation((state) => state.read);
  const outcome = useOutcome();
  const finishing = useFinishing(draft);
  const [isFinishing, setFinishing] = useState(false);
  const [looked, setLooked] = useState<FindingKind>();
  const table = source.tables[0];
  const { template } = draft;
  /** Of all tables: a sheet may have columns that the first one has not. */
  const columns = useMemo(() => [...new Set(source.tables.flatMap((one) => one.columns))], [source]);
  const goToKind = (kind: FindingKind) => {
    const row = rowOf(mappingTable({ template, columns: table?.columns ?? [], kinds: outcome.kinds }), kind);
    if (row !== undefined) focusRow(document, row.key, kind.rule);
  };
  usePageKeys({ outcome, onKind: goToKind });
  const hasRows = table !== undefined && table.rows.length > 0;
  return (
    <>
      {preparation.saved !== undefined && (
        <SavedFiles id={preparation.id} saved={preparation.saved}>
          <TemplateKept />
        </SavedFiles>
      )}
      <NamesNotice tables={source.tables} onReading={(reading) => void read(reading)} />
      <div className={panels['upper']}>
        {hasRows ? (
          <OutcomePanel
            outcome={outcome}
            draft={draft}
            columns={columns}
            onColumn={(column) => focusRow(document, columnKey(column))}
            onKind={goToKind}
            onMore={() => setFinishing(true)}
          />
        ) : (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {table === undefined || table.columns.length === 0
              ? sourceTexts.empty
              : sourceTexts.onlyNames(table.columns.length)}
          </Alert>
        )}
        <StartPanel source={source} onReading={(reading) => void read(reading)} onMore={onReading} />
      </div>
      {hasRows && <MappingTable open={open} table={table} outcome={outcome} onLook={setLooked} />}
      {hasRows && (
        <ActionBar preparation={preparation} draft={draft} plan={outcome.plan} onMore={() => setFinishing(true)} />
      )}
      <Modal
        opened={isFinishing}
        size={980}
        onClose={() => setFinishing(false)}
        title={resultTexts.finishTitle(preparation.name)}
      >
        <FinishDialog
          preparation={preparation}
          draft={draft}
          columns={columns}
          finishing={finishing}
          plan={outcome.plan}
          onBegun={() => setFinishing(false)}
        />
      </Modal>
      <Dialog
        subject={looked}
        size="xl"
        onClose={() => setLooked(undefined)}
        title={(kind) => kindInWords(kind, template)}
      >
        {(kind) => <RefusedRows kind={kind} plan={outcome.plan} />}
      </Dialog>
    </>
  );
}

function useOutcome(): KnownOutcome {
  const preparation = usePreparation((state) => state.preparation);
  const work = usePreparation((state) => state.work);
  const isPlanOutdated = usePreparation((state) => state.isPlanOutdated);
  const lastKinds = usePreparation((state) => state.lastKinds);
  return useMemo(
    () => knownOutcome({ preparation, work, isPlanOutdated, lastKinds }),
    [preparation, work, isPlanOutdated, lastKinds],
  );
}

/** F8 leads to the next finding, Ctrl Z takes the last step back, Ctrl Enter goes on. */
function usePageKeys({ outcome, onKind }: { outcome: KnownOutcome; onKind: (kind: FindingKind) => void }): void {
  const undo = usePreparation((state) => state.undo);
  const [last, setLast] = useState(-1);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isDialogOpen()) return;
      const isTyping = event.target instanceof HTMLInputElement;
      const isWithControl = event.ctrlKey || event.metaKey;
      const { kinds } = outcome;
      const next = kinds[(last + 1) % Math.max(1, kinds.length)];
      if (event.key === 'F8' && next !== undefined) {
        setLast((last + 1) % kinds.length);
        onKind(next);
      } else if (isWithControl && !event.shiftKey && event.key.toLowerCase() === 'z' && !isTyping) void undo();
      else if (isWithControl && event.key === 'Enter')
        document.querySelector<HTMLButtonElement>('[data-main-action]')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [outcome, onKind, undo, last]);
}
