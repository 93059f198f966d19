/** @file The page on which a person corrects one line of a file, with what the check finds in it beside the text. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { EditableLine, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { BackLink, HeaderRow, Loading, Page } from '../frame/page.tsx';
import { addressOf } from '../routes.ts';
import { useQueue, useStores } from '../stores.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { goTo, moveTo } from '../use-route.ts';
import { DraftBar } from './draft-bar.tsx';
import { createLineDraft } from './line-draft.ts';
import { LineEditor } from './line-editor.tsx';
import classes from './line-page.module.css';
import { isSave, shortcutsOf } from './shortcuts.ts';

type Id = SubmissionRow['id'];

export function LinePage({ id, line }: { id: Id; line: number }) {
  const loaded = useEditableLine(id, line);
  return (
    <Page>
      {loaded?.ok === true ? (
        <LoadedLine key={line} id={id} editable={loaded.value} />
      ) : (
        <>
          <BackLink href={addressOf({ page: 'submission', id })}>{lineEditorTexts.back}</BackLink>
          {loaded === undefined ? <Loading>{lineEditorTexts.loading}</Loading> : <ErrorNotice error={loaded.error} />}
        </>
      )}
    </Page>
  );
}

function LoadedLine({ id, editable }: { id: Id; editable: EditableLine }) {
  const bridge = useBridge();
  const { lineEdits, queue } = useStores();
  const fileName = useQueue(({ list }) => list?.rows.get(id)?.fileName);
  const { platform } = useAppInfo();
  const draft = useMemo(() => {
    const { keep } = lineEdits.getState();
    return createLineDraft({ bridge, id, keep: (edit) => keep(id, editable.line, edit) }, editable);
  }, [bridge, lineEdits, id, editable]);
  useEffect(() => {
    const { start, end, save } = draft.getState();
    start();
    // A window that is closed is hidden first.
    const keep = () => void (document.visibilityState === 'hidden' && save());
    document.addEventListener('visibilitychange', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      void end().then((error) => {
        if (error !== undefined) queue.getState().complain([{ error }]);
      });
    };
  }, [draft, queue]);

  const { line, previous, next } = editable;
  // In place of this page, so that the way back leads to the findings.
  const show = async (other: number | undefined) => {
    if (other !== undefined && (await draft.getState().save())) moveTo({ page: 'submission', id, line: other });
  };
  const goBack = async () => {
    if (await draft.getState().save()) goTo({ page: 'submission', id });
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMove = event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
      if (!isSave(event) && !isMove) return;
      event.preventDefault();
      if (isSave(event)) void draft.getState().save();
      else void show(event.key === 'ArrowDown' ? next : previous);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  return (
    <>
      <BackLink onClick={() => void goBack()}>{lineEditorTexts.back}</BackLink>
      <HeaderRow>
        <div>
          <Title order={1} size="h3">
            {message('Line {line, number}', { line })}
          </Title>
          {fileName !== undefined && (
            <Text size="sm" c="dimmed" className={classes['fileName'] ?? ''}>
              <bdi>{message('of {fileName}', { fileName })}</bdi>
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={previous === undefined}
            title={previous === undefined ? message('There is no faulty line before this one') : undefined}
            aria-keyshortcuts="Alt+ArrowUp"
            onClick={() => void show(previous)}
          >
            {message('Previous faulty line')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={next === undefined}
            title={next === undefined ? message('There is no faulty line after this one') : undefined}
            aria-keyshortcuts="Alt+ArrowDown"
            onClick={() => void show(next)}
          >
            {message('Next faulty line')}
          </Button>
        </Group>
      </HeaderRow>
      <LineEditor draft={draft} editable={editable} keys={shortcutsOf(platform)} />
      <DraftBar id={id} keep={() => draft.getState().save()} />
    </>
  );
}

/** A line to be corrected; undefined until it is loaded. */
function useEditableLine(id: Id, line: number): Result<EditableLine> | undefined {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<{ line: number; result: Result<EditableLine> }>();
  useEffect(() => {
    let isOutdated = false;
    void bridge.invoke['edits.line']({ id, line }).then((result) => {
      if (!isOutdated) setLoaded({ line, result });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, line]);
  return loaded?.line === line ? loaded.result : undefined;
}
