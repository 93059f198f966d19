/** @file The page of preparation: what is not finished, and the templates; or one preparation. */

import '../styles.ts';
import { Button, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PreparationRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { ChooseFilesButton } from '../add-files/choose-files-button.tsx';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Page, PageHeader } from '../frame/page.tsx';
import { Question } from '../question.tsx';
import type { PreparationPlace } from '../routes.ts';
import { preparePageTexts } from '../texts/preparing.ts';
import { goTo } from '../use-route.ts';
import { momentOf } from '../wording.ts';
import { PreparationPage } from './preparation-page.tsx';
import classes from './prepare-page.module.css';
import { TemplateList } from './template-list.tsx';

export function PreparePage({ of }: { of: PreparationPlace | undefined }) {
  if (of !== undefined) return <PreparationPage key={of.id} id={of.id} />;
  return (
    <Page width="reading">
      <PageHeader title={preparePageTexts.title} intro={preparePageTexts.intro} />
      <div className={classes['way']}>
        <ChooseFilesButton label={preparePageTexts.choose} />
        <Text size="sm" c="dimmed">
          {preparePageTexts.dropHint}
        </Text>
      </div>
      <Unfinished />
      <TemplateList />
    </Page>
  );
}

function Unfinished() {
  const bridge = useBridge();
  const [rows, setRows] = useState<readonly PreparationRow[]>([]);
  const [error, setError] = useState<ErrorRecord>();
  const [doubted, setDoubted] = useState<PreparationRow>();
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const result = await bridge.invoke['preparations.list']();
      if (!isWanted) return;
      if (result.ok) setRows(result.value);
      else setError(result.error);
    };
    void load();
    const unfollow = bridge.on['preparation.changed'](({ work }) => {
      if (work === undefined) void load();
    });
    return () => {
      isWanted = false;
      unfollow();
    };
  }, [bridge]);
  if (error !== undefined) return <ErrorNotice error={error} isAskedOnce />;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="unfinished">
      <Title order={2} id="unfinished">
        {preparePageTexts.unfinished}
      </Title>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={classes['words']}>
              <strong>{row.name}</strong>
              <span>
                {preparePageTexts.startedAt(momentOf(row.startedAt))}
                {row.isInterrupted && ` · ${preparePageTexts.interrupted}`}
                {row.saved !== undefined && ` · ${preparePageTexts.savedAt(momentOf(row.saved.at))}`}
              </span>
            </div>
            <Button
              variant="default"
              aria-label={
                row.saved === undefined
                  ? preparePageTexts.discardNamed(row.name)
                  : preparePageTexts.removeNamed(row.name)
              }
              onClick={() => setDoubted(row)}
            >
              {row.saved === undefined ? preparePageTexts.discard : preparePageTexts.remove}
            </Button>
            <Button
              aria-label={preparePageTexts.continueNamed(row.name)}
              onClick={() => goTo({ page: 'prepare', of: { id: row.id } })}
            >
              {preparePageTexts.continue}
            </Button>
          </li>
        ))}
      </ul>
      <Question
        subject={doubted}
        words={({ name, saved }) =>
          saved === undefined
            ? {
                title: preparePageTexts.discardTitle(name),
                sentences: [preparePageTexts.discardWords],
                confirm: preparePageTexts.discard,
                goBack: preparePageTexts.keep,
                isGrave: true,
              }
            : {
                title: preparePageTexts.removeTitle(name),
                sentences: [preparePageTexts.removeWords],
                confirm: preparePageTexts.remove,
                goBack: preparePageTexts.keep,
                isGrave: true,
              }
        }
        act={async ({ id }) => {
          const result = await bridge.invoke['preparations.discard']({ id });
          if (!result.ok) return result.error;
          setRows((all) => all.filter((row) => row.id !== id));
          return undefined;
        }}
        onClose={() => setDoubted(undefined)}
      />
    </section>
  );
}
