/** @file The page of the history: what happened, found by what a person remembers, removed files included. */

import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { RefreshButton } from '../refresh-button.tsx';
import '../styles.ts';
import { Anchor, Button, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { HistoryEntry, HistoryFilter, Settings } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { namesInWords } from '../../src-shared/names-in-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { focusPage } from '../focus-page.ts';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { usualWish } from '../queue/arrangement.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useQueue, useStores } from '../stores.ts';
import { historyTexts, zoneOfTimes } from '../texts/history.ts';
import { EntryTable, type RestoreOutcomes } from './entry-table.tsx';
import classes from './history-page.module.css';
import { filterOf, isEverything } from './look-up.ts';
import { LookUpForm } from './look-up-form.tsx';
import { filesIn, type Removal, removalsIn } from './removals.ts';
import { useHistory } from './use-history.ts';
import { useLookUp } from './use-look-up.ts';

export function HistoryPage() {
  const { queue, palette } = useStores();
  const [lookUp, setLookUp] = useLookUp();
  const filter = filterOf(lookUp);
  // A removal that is undone elsewhere changes what is said here.
  const restorations = useQueue((state) => state.restored);
  const [answered, setAnswered] = useState(restorations);
  const { entries, reading, hasMore, unsearched, isLoading, error, more, refresh } = useHistory(filter, answered);
  const { choices, retention } = useSurroundings();
  const [failure, setFailure] = useState<ErrorRecord>();
  // Where single files are restored one after the other, the list stays under the hand until it is asked for again.
  const [kept, setKept] = useState<{ reading: number; outcomes: RestoreOutcomes }>();
  const outcomes = kept?.reading === reading ? kept.outcomes : undefined;
  if (outcomes === undefined && answered !== restorations) setAnswered(restorations);
  const restore = async (removals: readonly Removal[]) => {
    // Its button will be gone.
    focusPage();
    const ids = removals.map(({ submission }) => submission);
    const [only, ...others] = ids;
    const isSingle = others.length === 0;
    const before = outcomes ?? new Map();
    setKept(isSingle ? { reading, outcomes: before } : undefined);
    const result = await queue.getState().restore(ids);
    if (result.ok) palette.getState().report(historyTexts.restored(removals, result.value.length));
    if (!isSingle) return setFailure(result.ok ? undefined : result.error);
    const now = result.ok
      ? result.value.map((id) => [id, 'restored'] as const)
      : only && [[only, result.error] as const];
    setKept({ reading, outcomes: new Map([...before, ...(now ?? [])]) });
  };
  const isBack = ({ submission }: Pick<HistoryEntry, 'submission'>) =>
    submission !== undefined && outcomes?.get(submission) === 'restored';
  const files = filesIn(entries ?? []);
  const back = filesIn((entries ?? []).filter(isBack));
  const restorable = removalsIn(entries ?? [], Date.now()).filter((removal) => !isBack(removal));
  return (
    <Page>
      <PageHeader
        title={message('History')}
        intro={`${message('Everything that happened to files, newest first, also to those that were removed from the queue.')} ${zoneOfTimes(useAppInfo())}`}
      >
        <SaveMenu filter={filter} />
      </PageHeader>
      <LookUpForm lookUp={lookUp} {...choices} onChange={setLookUp} />
      {failure !== undefined && <ErrorNotice error={failure} />}
      {error !== undefined && <ErrorNotice error={error} />}
      {entries === undefined && error === undefined && <Loading>{message('Reading the history…')}</Loading>}
      {entries !== undefined && (
        <>
          <div className={classes['below']}>
            <Text size="sm" role="status">
              {entries.length === 0
                ? isEverything(lookUp)
                  ? message('Nothing has happened yet. What you add, approve and send is recorded here.')
                  : message('Nothing in the history fits. Change what you look for, or show everything.')
                : lookUp.isRemoved
                  ? historyTexts.shownOfRemoved(entries.length, files, !hasMore, back)
                  : historyTexts.shown(entries.length, !hasMore)}
            </Text>
            {restorable.length > 1 && (
              <RestoreAll
                removals={restorable}
                removed={lookUp.isRemoved ? files - back : undefined}
                back={back}
                onRestore={() => void restore(restorable)}
              />
            )}
            <RefreshButton isLoading={isLoading} onRefresh={refresh} />
          </div>
          {unsearched > 0 && (
            <Text size="sm">
              {message(
                '{count, plural, one {# file} other {# files}} could not be searched for this id: it may have gone with one of them.',
                { count: unsearched },
              )}{' '}
              <Anchor
                href={addressOf(queueRoute({ ...usualWish, search: lookUp.modificationId.trim() }))}
                underline="always"
              >
                {message('Look for it in the queue, which can read the files')}
              </Anchor>
            </Text>
          )}
          {entries.length > 0 && (
            <EntryTable entries={entries} outcomes={outcomes} onRestore={(removal) => restore([removal])} />
          )}
          {hasMore && (
            <Button variant="default" className={classes['more'] ?? ''} loading={isLoading} onClick={more}>
              {historyTexts.more}
            </Button>
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        {message(
          'Changes of connections, of their sending hours and of the network do not stand here, but in the security log: logs/security-….log in the data folder.',
        )}{' '}
        <Anchor href={addressOf({ page: 'settings', section: 'about' })} underline="always">
          {message('See where the data folder is')}
        </Anchor>
      </Text>
      {retention !== undefined && (
        <Text size="sm" c="dimmed">
          {historyTexts.kept(retention)}{' '}
          <Anchor href={addressOf({ page: 'settings' })} underline="always">
            {message('Change this in Settings')}
          </Anchor>
        </Text>
      )}
    </Page>
  );
}

interface RestoreAllProps {
  removals: readonly Removal[];
  /** How many of those shown are removed; undefined where not all of them are. */
  removed: number | undefined;
  /** How many are back since the list was read. */
  back: number;
  onRestore: () => void;
}

/** Which files it is about stands below it, and until when all of them can be restored. */
function RestoreAll({ removals, removed, back, onRestore }: RestoreAllProps) {
  const names = removals.map(({ fileName }) => fileName);
  const until = Math.min(...removals.map(({ restorableUntil = 0 }) => restorableUntil));
  return (
    <div className={classes['restoreAll']}>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        title={names.join('\n')}
        onClick={onRestore}
      >
        {historyTexts.restoreAll(removals.length, removed, back)}
      </Button>
      <span className="small-print">
        <bdi>{namesInWords(names, 3)}</bdi> · {historyTexts.restorableUntil(until)}
      </span>
    </div>
  );
}

/** What can be chosen, and how long things are kept. */
function useSurroundings() {
  const bridge = useBridge();
  const [choices, setChoices] = useState<{ people: readonly string[]; hasModificationIndex: boolean }>({
    people: [],
    hasModificationIndex: false,
  });
  const [retention, setRetention] = useState<Settings['retention']>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['history.choices']().then((result) => {
      if (isWanted && result.ok) setChoices(result.value);
    });
    void bridge.invoke['settings.get']().then((result) => {
      if (isWanted && result.ok) setRetention(result.value.retention);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  return { choices, retention };
}

function SaveMenu({ filter }: { filter: HistoryFilter }) {
  const saving = useSave();
  return (
    <div className={classes['save']}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            {message('Save what is shown')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{message('All entries that fit are saved, not only those shown.')}</Menu.Label>
          {(['csv', 'jsonl'] as const).map((format) => (
            <Menu.Item
              key={format}
              onClick={() => saving.save({ kind: 'history-entries', filter, format, language: spokenLanguage().code })}
            >
              {historyTexts[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <SaveOutcome saving={saving} />
    </div>
  );
}
