/** @file The picked files: their recognised kinds, their estimates, and why one cannot be sent. */

import { Anchor, Button, Checkbox, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconTransform } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { FileOffer, PickedFiles } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { momentOf } from '../../src-shared/quantities.ts';
import { sumsOfInWords } from '../../src-shared/sums-of.ts';
import { FileName } from '../file-name.tsx';
import { useAddFiles, useStores } from '../stores.ts';
import { addFilesTexts, kindWords } from '../texts/add-files.ts';
import { statementTexts } from '../texts/statement.ts';
import { goTo } from '../use-route.ts';
import { about, size } from '../wording.ts';
import classes from './add-files.module.css';
import { isLookedInto, type OfferGroups } from './add-files-store.ts';

interface OfferListProps {
  groups: OfferGroups;
  refused: PickedFiles['refused'];
  maxBatchBytes: number | undefined;
  /** With what went over it the files are compared. */
  connection: string | undefined;
  /** Beside what it prepares, where the dialog's own buttons are about sending. */
  prepareButton: ReactNode;
}

export function OfferList({ groups, refused, maxBatchBytes, connection, prepareButton }: OfferListProps) {
  const { fresh, known, addsKnown, preparable, others } = groups;
  const decideKnown = useAddFiles((state) => state.decideKnown);
  const twins = useMemo(() => namesOfSeveral([...fresh, ...known, ...preparable]), [fresh, known, preparable]);
  const rowOf = (offer: FileOffer) => (
    <Sendable
      key={offer.offer}
      offer={offer}
      maxBatchBytes={maxBatchBytes}
      connection={connection}
      hasTwin={isTwin(twins, offer)}
    />
  );
  const unusable = others.length + refused.length;
  return (
    <div className={classes['parts']}>
      {fresh.length > 0 && (
        <div>
          <Head title={addFilesTexts.sendable(fresh.length)} offers={fresh} />
          <Frame label={addFilesTexts.sendable(fresh.length)}>
            <Folded rows={fresh} row={rowOf} />
          </Frame>
        </div>
      )}
      {known.length > 0 && (
        <div>
          <Head title={addFilesTexts.known} offers={known} />
          <p className={classes['quiet']}>{knownInWords(known)}</p>
          <Checkbox
            my={6}
            checked={addsKnown}
            label={message('{files, plural, one {Add this file again} other {Add these # files again}}', {
              files: known.length,
            })}
            onChange={(event) => decideKnown(event.currentTarget.checked)}
          />
          <Frame label={addFilesTexts.known}>
            <Folded rows={known} row={rowOf} />
          </Frame>
        </div>
      )}
      {preparable.length > 0 && (
        <div>
          <Head title={addFilesTexts.preparable(preparable.length)} offers={preparable}>
            {prepareButton}
          </Head>
          <p className={classes['quiet']}>
            {message(
              'The service does not accept these as they are. Tranship makes files of them that it accepts; the originals stay as they are. Several files become one preparation.',
            )}
          </p>
          <Frame label={addFilesTexts.preparable(preparable.length)}>
            <Folded
              rows={preparable}
              row={(offer) => <Preparable key={offer.offer} offer={offer} hasTwin={isTwin(twins, offer)} />}
            />
          </Frame>
        </div>
      )}
      {unusable > 0 && (
        <div className={classes['refused']} role="status">
          <h3>
            {addFilesTexts.refused}
            {unusable > 1 && <span className={classes['quiet']}> · {addFilesTexts.count(unusable)}</span>}
          </h3>
          <Frame label={addFilesTexts.refused}>
            <Folded
              rows={[...others.map(refusalOfKind), ...refused.map(refusalOfError)]}
              row={(one) => <Refused key={one.key} fileName={one.fileName} sentence={one.sentence} />}
            />
          </Frame>
        </div>
      )}
    </div>
  );
}

/** Of one file, when it came and whether it went. */
function knownInWords(offers: readonly FileOffer[]): string {
  const [only, ...others] = offers.flatMap(({ known }) => known ?? []);
  if (only === undefined || others.length > 0) return message('The queue has files with the same names and sizes.');
  const { submission, at, goneAs } = only;
  const said = { submission: `${submission}`, at: momentOf(Date.parse(at)) };
  if (goneAs === undefined)
    return message('The queue has a file with the same name and size: submission {submission}, added {at}.', said);
  return goneAs === submission
    ? message('A file with the same name and size was sent as submission {submission}, added {at}.', said)
    : message(
        'A file with the same name and size was added as submission {submission}, {at}. Its correction was sent as submission {correction}.',
        { ...said, correction: `${goneAs}` },
      );
}

/** What a group is, how much it is, and the decision not to add any of it. */
function Head({ title, offers, children }: { title: string; offers: readonly FileOffer[]; children?: ReactNode }) {
  const leaveOut = useAddFiles((state) => state.leaveOut);
  const bytes = offers.reduce((sum, offer) => sum + offer.bytes, 0);
  return (
    <div className={classes['head']}>
      <h3>
        {title}
        {offers.length > 1 && (
          <span className={classes['quiet']}>
            {' '}
            · {addFilesTexts.count(offers.length)} · {size(bytes)}
          </span>
        )}
      </h3>
      <div className={classes['ways']}>
        {children}
        {offers.length > 1 && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-label={message('Leave all out: {group}', { group: title })}
            onClick={({ currentTarget }) => {
              // It goes with its group.
              currentTarget.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-cancels]')?.focus();
              leaveOut(...offers.map(({ offer }) => offer));
            }}
          >
            {message('Leave all out')}
          </Anchor>
        )}
      </div>
    </div>
  );
}

interface Refusal {
  key: string;
  fileName: string;
  sentence: string;
}

const refusalOfKind = ({ offer, fileName, kind }: FileOffer): Refusal => ({
  key: offer,
  fileName,
  sentence: kindWords[kind].refusal ?? '',
});

function refusalOfError({ fileName, error }: PickedFiles['refused'][number], index: number): Refusal {
  const { detail, remedy } = describeError(error);
  return { key: `${index}`, fileName, sentence: `${detail} ${remedy}` };
}

/** A list that may be longer than its place; the keyboard can scroll it. */
function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={classes['frame']} aria-label={label} tabIndex={0}>
      <ul className={classes['offers']} aria-label={label}>
        {children}
      </ul>
    </section>
  );
}

/** Its own button goes with the file: the focus moves to that of the next file, or to the end of the dialog. */
function LeaveOut({ offer: { offer, fileName } }: { offer: FileOffer }) {
  const leaveOut = useAddFiles((state) => state.leaveOut);
  const words = message('Leave out {fileName}', { fileName });
  return (
    <CloseButton
      data-leaves-out
      aria-label={words}
      title={words}
      onClick={({ currentTarget }) => {
        placeAfter(currentTarget)?.focus();
        leaveOut(offer);
      }}
    />
  );
}

function placeAfter(button: HTMLElement): HTMLElement | undefined {
  const dialog = button.closest('[role=dialog]');
  const buttons = [...(dialog?.querySelectorAll<HTMLElement>('[data-leaves-out]') ?? [])];
  const place = buttons.indexOf(button);
  return buttons[place + 1] ?? buttons[place - 1] ?? dialog?.querySelector<HTMLElement>('[data-cancels]') ?? undefined;
}

/** The names that several files have, as people read them: only their folders tell the files apart. */
function namesOfSeveral(offers: readonly FileOffer[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { fileName } of offers) counts.set(fileName.normalize(), (counts.get(fileName.normalize()) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}

const isTwin = (twins: ReadonlySet<string>, { fileName }: FileOffer): boolean => twins.has(fileName.normalize());

/** So many rows are made at once: thousands would hold up the page. */
const SHOWN = 100;

/** The first rows of a long list; a button shows more. */
function Folded<Row>({ rows, row }: { rows: readonly Row[]; row: (one: Row) => ReactNode }) {
  const [shown, setShown] = useState(SHOWN);
  const rest = rows.length - shown;
  return (
    <>
      {rows.slice(0, shown).map(row)}
      {rest > 0 && (
        <li className={classes['more']}>
          <Anchor component="button" type="button" size="sm" onClick={() => setShown(shown + SHOWN)}>
            {message('{count, plural, one {# more file. Show it} other {# more files. Show the next}}', {
              count: rest,
            })}
          </Anchor>
        </li>
      )}
    </>
  );
}

/** Only where files of one name come from several folders. */
function Folder({ of: { folder } }: { of: FileOffer }) {
  return (
    <span className={classes['quiet']} title={folder}>
      <bdi>{folder}</bdi>
    </span>
  );
}

interface SendableProps {
  offer: FileOffer;
  maxBatchBytes: number | undefined;
  connection: string | undefined;
  hasTwin: boolean;
}

function Sendable({ offer, maxBatchBytes, connection, hasTwin }: SendableProps) {
  const { fileName, folder, kind, bytes, estimatedCheckMs, estimatedSendMs, prepared } = offer;
  // The app's own estimate uses the stored batch size.
  const least = prepared?.files ?? 1;
  const batches = Math.max(
    least,
    maxBatchBytes === undefined ? offer.estimatedBatches : Math.ceil(bytes / maxBatchBytes),
  );
  const send = estimatedSendMs === undefined ? undefined : about(estimatedSendMs);
  return (
    <li>
      <IconFileText className={classes['icon']} size={22} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['fileName']} title={`${fileName}\n${folder}`}>
          <FileName name={fileName} wraps />
        </span>
        {/* Every manifest has the same name. */}
        {(hasTwin || prepared !== undefined) && offer.folder !== '' && <Folder of={offer} />}
        <span className={classes['quiet']}>
          {kindWords[kind].name} · {size(bytes)} · {addFilesTexts.estimate(batches, about(estimatedCheckMs), send)}
        </span>
        <Seen offer={offer} connection={connection} />
        {prepared !== undefined && <span className={classes['quiet']}>{addFilesTexts.prepared(prepared)}</span>}
      </div>
      {prepared === undefined && <PrepareInstead offer={offer} />}
      <LeaveOut offer={offer} />
    </li>
  );
}

/** What is in it, as soon as that is known: its place is kept, so that no button moves. */
function Seen({ offer: { offer, kind }, connection }: { offer: FileOffer; connection: string | undefined }) {
  const seen = useAddFiles((state) => state.seen.get(offer));
  if (!isLookedInto({ kind })) return null;
  if (seen === undefined) return <span className={classes['quiet']}>…</span>;
  const { contents } = seen;
  return (
    <>
      <span className={classes['quiet']}>{addFilesTexts.seen(contents, kind)}</span>
      {contents.sums.length > 0 &&
        sumsOfInWords(contents.lines ?? 0, contents.unsummed).map((sentence) => (
          <span key={sentence} className={classes['quiet']}>
            {sentence}
          </span>
        ))}
      {contents.earlier !== undefined && seen.connection === connection && (
        <span className={classes['earlier']}>{addFilesTexts.earlier(contents.transactions, contents.earlier)}</span>
      )}
    </>
  );
}

/** JSON Lines, too, can have the fields of another system. */
function PrepareInstead({ offer: { offer, fileName } }: { offer: FileOffer }) {
  const prepare = useAddFiles((state) => state.prepare);
  const begin = async () => {
    const id = await prepare((one) => one.offer === offer);
    if (id !== undefined) goTo({ page: 'prepare', of: { id } });
  };
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      data-prepares
      aria-label={message('Prepare instead: {fileName}', { fileName })}
      onClick={() => void begin()}
    >
      {message('Prepare instead')}
    </Anchor>
  );
}

/** What lists of the core system are for: they are compared, not sent. */
function CompareFigures({ offer: { offer, fileName } }: { offer: FileOffer }) {
  const { controlTable } = useStores();
  const control = useAddFiles((state) => state.seen.get(offer)?.contents.control);
  const leaveOut = useAddFiles((state) => state.leaveOut);
  if (control === undefined) return null;
  const compare = () => {
    controlTable.setState({ given: { text: control.text, name: fileName } });
    leaveOut(offer);
    goTo({ page: 'overview', statement: { compares: true } });
  };
  return (
    <span className={classes['earlier']}>
      {message('{count, plural, one {# control figure} other {# control figures}} of the core system, by day.', {
        count: control.figures,
      })}{' '}
      <Button size="compact-sm" onClick={compare}>
        {statementTexts.compare}
      </Button>
    </span>
  );
}

function Preparable({ offer, hasTwin }: { offer: FileOffer; hasTwin: boolean }) {
  const { fileName, folder, kind, bytes } = offer;
  return (
    <li>
      <IconTransform className={classes['icon']} size={22} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['fileName']} title={`${fileName}\n${folder}`}>
          <FileName name={fileName} wraps />
        </span>
        {hasTwin && offer.folder !== '' && <Folder of={offer} />}
        <span className={classes['quiet']}>
          {kindWords[kind].name} · {size(bytes)}
        </span>
        <Seen offer={offer} connection={undefined} />
        <CompareFigures offer={offer} />
        {kindWords[kind].note !== undefined && <span className={classes['quiet']}>{kindWords[kind].note}</span>}
      </div>
      <LeaveOut offer={offer} />
    </li>
  );
}

function Refused({ fileName, sentence }: { fileName: string; sentence: string }) {
  return (
    <li>
      <IconAlertTriangle className={classes['refusedIcon']} size={22} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['fileName']} title={fileName}>
          <FileName name={fileName} wraps />
        </span>
        <span className={classes['quiet']}>{sentence}</span>
      </div>
    </li>
  );
}
