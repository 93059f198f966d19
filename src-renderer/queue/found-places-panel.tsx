/** @file The places of an id: file, line, batch and state, with the line itself below; then what the team ledgers say. */

import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { LineOutcome } from '../../src-shared/account.ts';
import type { FoundPlaces, Place } from '../../src-shared/contract.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { leftOutLineInWords } from '../../src-shared/left-out.ts';
import { elsewhereInWords, fateOf } from '../../src-shared/payment-words.ts';
import { arrivedInWords, linkedInWords, paidInWords } from '../../src-shared/place-words.ts';
import { rowInWords } from '../../src-shared/row-place.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { LineInWords } from '../json-text/line-in-words.tsx';
import { OutcomeBadge, StateBadge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { useSourceLine } from '../submission/source-line-view.tsx';
import { SubmissionNumber } from '../submission-number.tsx';
import { DataTable } from '../table/data-table.tsx';
import { placeTexts } from '../texts/queue.ts';
import { findingTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { FileSearchPart } from './file-search-part.tsx';
import classes from './found-places.module.css';
import { PlaceReceipt } from './place-receipt.tsx';
import type { ToldTeam } from './team-places.ts';
import { TeamPlacesPart } from './team-places-part.tsx';
import { hasSomethingToSay } from './use-file-search.ts';
import { type SearchedPlaces, unsearchedOf } from './use-places.ts';

/** Where a line has its modification id. */
const ID_PATH = 'modification.external_id';

interface PanelProps extends Omit<SearchedPlaces, 'found'> {
  /** As it was searched for. */
  id: string;
  found: FoundPlaces;
  /** What the team ledgers of this desk say of it; they answer when they can. */
  team: readonly { ledger: string; name: string; told: ToldTeam }[];
}

export function FoundPlacesPanel({ id, found, isReading, readFiles, inFiles, team }: PanelProps) {
  const { places, isCut, repairs } = found;
  const unsearched = unsearchedOf(repairs);
  const isSilent = !hasSomethingToSay(inFiles.search);
  if (places.length === 0 && unsearched.length === 0 && team.length === 0 && isSilent) return null;
  return (
    <section className={classes['panel']} aria-label={placeTexts.title(id)} aria-live="polite">
      {places.length > 0 && <PlaceTable id={id} places={places} />}
      <FileSearchPart {...inFiles} />
      {isCut && <p className="small-print">{placeTexts.isCut(places.length)}</p>}
      {unsearched.length > 0 && (
        <p className={classes['unsearched']}>
          <span title={unsearched.map(({ fileName }) => fileName).join('\n')}>
            {[...Map.groupBy(unsearched, ({ index }) => index)]
              .map(([index, files]) => placeTexts.unsearched[index](files.length))
              .join(' ')}
          </span>
          {isReading ? (
            <span role="status" className={classes['reading']}>
              <Loader size="xs" aria-hidden /> {placeTexts.reading}
            </span>
          ) : (
            <Button variant="default" size="compact-sm" onClick={readFiles}>
              {placeTexts.thorough}
            </Button>
          )}
        </p>
      )}
      {team.map(({ ledger, name, told }) => (
        <TeamPlacesPart key={ledger} id={id} ledger={name} told={told} />
      ))}
    </section>
  );
}

function PlaceTable({ id, places }: { id: string; places: readonly Place[] }) {
  const [unfolded, setUnfolded] = useState<string>();
  const { columns } = placeTexts;
  const keyOf = ({ submission, line }: Place) => `${submission} ${line ?? ''}`;
  const isUnfolded = (place: Place) => unfolded === keyOf(place);
  return (
    <DataTable
      label={placeTexts.title(id)}
      hasCaption
      isInBlocks
      className={classes['table']}
      // Where it went comes first.
      rows={places.toSorted((one, other) => Number(isElsewhere(one)) - Number(isElsewhere(other)))}
      keyOf={keyOf}
      below={(place) =>
        isUnfolded(place) && place.line !== undefined ? (
          <LineOfPlace submission={place.submission} line={place.line} path={place.field ?? ID_PATH} />
        ) : undefined
      }
      columns={[
        { heading: columns.file, isName: true, cell: (place) => <PlaceFile {...place} /> },
        {
          heading: columns.line,
          cell: (place) => (
            <>
              <Label>{columns.line}</Label>
              <PlaceLine
                line={place.line}
                canShow={place.isConfirmed && !place.isRemoved}
                isUnfolded={isUnfolded(place)}
                onToggle={() => setUnfolded(isUnfolded(place) ? undefined : keyOf(place))}
              />
              {place.field !== undefined && <p className="small-print">{fieldInFull(place.field)}</p>}
              {paidInWords(place) !== '' && <p className="small-print">{paidInWords(place)}</p>}
              {place.row !== undefined && <p className="small-print">{rowInWords(place.row)}</p>}
              {!place.isConfirmed && <p className="small-print">{placeTexts.unconfirmed}</p>}
              <PlaceReceipt place={place} />
            </>
          ),
        },
        {
          heading: columns.batch,
          cell: ({ batchId }) =>
            batchId !== undefined && (
              <>
                <Label>{columns.batch}</Label>
                <span className="service-word">{batchId}</span>
              </>
            ),
        },
        {
          heading: columns.state,
          cell: (place) => (
            <>
              <FateBadge {...place} />
              {[...notesOn(place, places), ...arrivedInWords(place)].map((fate) => (
                <p key={fate} className="small-print">
                  {fate}
                </p>
              ))}
            </>
          ),
        },
      ]}
    />
  );
}

const isElsewhere = (place: Place): boolean => elsewhereInWords(place) !== undefined;

/** The service speaks of the line; until it has, the state of the batch says as much. */
function FateBadge(place: Place) {
  const { state } = place;
  const outcome = fateOf(place);
  const elsewhere = elsewhereInWords(place);
  if (elsewhere !== undefined) return elsewhere;
  if (outcome === undefined || untold.has(outcome)) return <StateBadge state={state} />;
  return (
    <>
      <OutcomeBadge outcome={outcome} state={state} />
      <p className="small-print">{labelled(placeTexts.columns.batch, stateName(state))}</p>
    </>
  );
}

/** Where the cells stand one below the other, without their headings. */
const Label = ({ children }: { children: string }) => <span className={classes['label']}>{children}</span>;

function PlaceFile({ submission, fileName, isRemoved }: Place) {
  const name = <bdi>{fileName}</bdi>;
  return (
    <>
      {isRemoved ? name : <a href={addressOf({ page: 'submission', id: submission })}>{name}</a>}{' '}
      <span className="small-print">
        <SubmissionNumber id={submission} /> {isRemoved && placeTexts.removed}
      </span>
    </>
  );
}

interface PlaceLineProps {
  line: number | undefined;
  canShow: boolean;
  isUnfolded: boolean;
  onToggle: () => void;
}

function PlaceLine({ line, canShow, isUnfolded, onToggle }: PlaceLineProps) {
  if (line === undefined) return placeTexts.wholeBatch;
  if (!canShow) return number(line);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isUnfolded}
      aria-label={isUnfolded ? placeTexts.hide(line) : placeTexts.show(line)}
      onClick={onToggle}
    >
      {number(line)}
    </Button>
  );
}

function LineOfPlace({ submission, line, path }: { submission: Place['submission']; line: number; path: string }) {
  const loaded = useSourceLine(submission, line);
  if (loaded === undefined) return <Loader size="xs" />;
  if (!loaded.ok) return <ErrorNotice error={loaded.error} />;
  const { text, isShortened } = loaded.value;
  return <LineInWords label={findingTexts.lineText} text={text} path={path} isShortened={isShortened} />;
}

/** Why a correction has left it out, and with which place it is one payment. */
function notesOn(place: Place, places: readonly Place[]): string[] {
  const { submission, leftOut } = place;
  const stayed = places.find((other) => other.submission === submission && other.leftOut === undefined);
  return [
    ...(leftOut === undefined ? [] : [leftOutLineInWords(leftOut, stayed?.line)]),
    ...linkedInWords(place, places),
  ];
}

/** The state of the batch says as much. */
const untold: ReadonlySet<LineOutcome> = new Set(['pending', 'unsent']);
