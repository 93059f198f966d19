/** @file A statement: what came in over some days, what became of it and what is open; to read, to print and to save. */

import '../styles.ts';
import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Result, Statement, StatementAsked, SubmissionRow } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { practiceInWords, zoneInWords } from '../../src-shared/statement-words.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { BackLink, Loading, Page, PageHeader } from '../frame/page.tsx';
import { addressOf } from '../routes.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useConnections, useQueue } from '../stores.ts';
import { statementTexts } from '../texts/statement.ts';
import { goTo } from '../use-route.ts';
import { CompareLink } from './compare-link.tsx';
import { ControlSection } from './control-section.tsx';
import { PrintButton } from './print-button.tsx';
import { StatementContent } from './statement-content.tsx';
import classes from './statement-page.module.css';
import { FIRST, type StatementPlace, statementAsked } from './statement-place.ts';
import { usualFigure } from './typed-figure.ts';

export function StatementPage({ place }: { place: StatementPlace }) {
  const bridge = useBridge();
  const [now] = useState(Date.now);
  const rows = useQueue(({ list }) => list?.rows);
  // What comes later does not change which days are shown.
  const [latest] = useState(() => rows && latestOf(rows.values()));
  const [known, setKnown] = useState<{ of: string; after: number; result: Result<Statement> }>();
  const asked = statementAsked(place, now, latest);
  const key = JSON.stringify(asked);
  const isWrong = asked.from !== undefined && asked.from > asked.to;
  const [entered, setEntered] = useState(0);
  useEffect(() => {
    let isWanted = true;
    if (isWrong) return;
    void bridge.invoke['statement.read'](JSON.parse(key)).then((result) => {
      if (isWanted) setKnown({ of: key, after: entered, result });
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, key, isWrong, entered]);
  const onEntered = useCallback(() => setEntered((before) => before + 1), []);
  const result = known?.of === key && !isWrong ? known.result : undefined;
  const statement = result?.ok === true ? result.value : undefined;
  const practice = statement && practiceInWords(statement.files);
  const control = statement !== undefined && (
    <ControlSection
      // Who asks for it from the verdict above is led to the form.
      key={String(place.compares)}
      control={statement.control}
      usual={{
        connection: place.connection ?? statement.files[0]?.connection,
        begun: usualFigure(statement, place.file),
      }}
      files={statement.files}
      isAsked={place.compares === true}
      isComparing={known?.after !== entered}
      onEntered={onEntered}
    />
  );
  const zone = zoneInWords(useAppInfo());
  const intro = place.compares
    ? ''
    : `${message('What came in on these days, what became of it, and what is open.')} ${zone}`;
  return (
    <Page>
      <div className={classes['statement']}>
        <div className={classes['controls']}>
          <BackLink href={addressOf({ page: 'overview' })}>{message('Overview')}</BackLink>
          <PageHeader title={place.compares ? statementTexts.comparing : statementTexts.title} intro={intro} />
          {!place.compares && <Days place={place} asked={asked} />}
        </div>
        {/* Who came for it needs not look for it, and nothing jumps once the statement is there. */}
        {place.compares && control}
        {place.compares && <Days place={place} asked={asked} />}
        {isWrong && <Alert color="red">{message('The first day comes after the last.')}</Alert>}
        {result === undefined && !isWrong && <Loading>{statementTexts.loading}</Loading>}
        {result?.ok === false && <ErrorNotice error={result.error} />}
        {statement !== undefined && (
          <>
            {practice !== undefined && <p className={classes['practice']}>{practice}</p>}
            {statement.files.length === 0 ? (
              <>
                <Text>{message('No file was added on these days. Choose other days, or another connection.')}</Text>
                {!place.compares && control}
              </>
            ) : (
              <StatementContent
                statement={statement}
                actions={<Actions asked={asked} />}
                control={!place.compares && control}
                compare={<CompareLink {...place} />}
              />
            )}
          </>
        )}
      </div>
    </Page>
  );
}

const latestOf = (rows: Iterable<SubmissionRow>): number | undefined =>
  [...rows].reduce<number | undefined>((latest, { addedAt }) => Math.max(latest ?? addedAt, addedAt), undefined);

function Days({ place, asked }: { place: StatementPlace; asked: ReturnType<typeof statementAsked> }) {
  const connections = useConnections(({ connections }) => connections);
  const change = (changed: StatementPlace) => goTo({ page: 'overview', statement: { ...place, ...changed } });
  const { connection: _, ...overAll } = place;
  // One that was removed meanwhile has files still.
  const names = new Set([
    ...(connections ?? []).map(({ name }) => name),
    ...(place.connection === undefined ? [] : [place.connection]),
  ]);
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    label: statementTexts[name],
    value: asked[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      if (value !== '') change({ [name]: value });
    },
  });
  return (
    <div className={classes['days']}>
      <TextInput {...day('from')} />
      <TextInput {...day('to')} />
      <NativeSelect
        label={message('Connection')}
        value={place.connection ?? ''}
        onChange={({ currentTarget: { value } }) =>
          value === '' ? goTo({ page: 'overview', statement: overAll }) : change({ connection: value })
        }
        data={[
          { value: '', label: statementTexts.all },
          ...[...names].map((name) => ({ value: name, label: connectionInWords(name) })),
        ]}
      />
      <Button
        variant="default"
        title={message('From the first file to today')}
        onClick={() => {
          const { to: __, ...others } = place;
          goTo({ page: 'overview', statement: { ...others, from: FIRST } });
        }}
      >
        {message('Whole migration')}
      </Button>
    </div>
  );
}

function Actions({ asked }: { asked: StatementAsked }): ReactNode {
  const saving = useSave();
  const isDesktop = useAppInfo().shell === 'electron';
  const save = (format: 'pdf' | 'html' | 'csv' | 'json') => () =>
    saving.save({ kind: 'statement', ...asked, format, language: spokenLanguage().code });
  return (
    <div className={classes['controls']}>
      <div className={classes['actions']}>
        <PrintButton asked={asked} />
        {/* A browser makes the PDF itself, when it prints. */}
        {isDesktop && (
          <Button variant="default" onClick={save('pdf')}>
            {message('Save as PDF')}
          </Button>
        )}
        <Button variant="default" onClick={save('html')}>
          {message('Save as a page')}
        </Button>
        <Button variant="default" onClick={save('csv')}>
          {message('Save as CSV')}
        </Button>
        <Button variant="default" onClick={save('json')}>
          {message('Save as JSON')}
        </Button>
      </div>
      <p className="small-print">{statementTexts.firstPage}</p>
      <SaveOutcome saving={saving} />
    </div>
  );
}
