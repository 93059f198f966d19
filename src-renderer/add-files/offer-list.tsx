/** @file The picked files: their recognised kinds, their estimates, and why one cannot be sent. */

import { Anchor, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconTransform } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FileOffer } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { FileName } from '../queue/file-name.tsx';
import { useAddFiles } from '../stores.ts';
import { addFilesTexts, kindWords } from '../texts/add-files.ts';
import { foldedTexts } from '../texts/send-checked.ts';
import { goTo } from '../use-route.ts';
import { about, size } from '../wording.ts';
import classes from './add-files.module.css';
import { isPreparable, isSendable } from './add-files-store.ts';

export function OfferList({ maxBatchBytes }: { maxBatchBytes: number | undefined }) {
  const { offers = [], refused = [] } = useAddFiles((state) => state.picked) ?? {};
  const twins = namesOfSeveral(offers);
  const sendable = offers.filter(isSendable);
  const preparable = offers.filter(isPreparable);
  const others = offers.filter((offer) => !isSendable(offer) && !isPreparable(offer));
  return (
    <div className={classes['parts']}>
      {sendable.length > 0 && (
        <Frame label={addFilesTexts.sendable}>
          <Folded>
            {sendable.map((offer) => (
              <Sendable
                key={offer.offer}
                offer={offer}
                maxBatchBytes={maxBatchBytes}
                hasTwin={twins.has(offer.fileName)}
              />
            ))}
          </Folded>
        </Frame>
      )}
      {preparable.length > 0 && (
        <div className={classes['preparable']}>
          <h3>{addFilesTexts.preparable}</h3>
          <p className={classes['quiet']}>{addFilesTexts.preparableHint}</p>
          <Frame label={addFilesTexts.preparable}>
            <Folded>
              {preparable.map((offer) => (
                <Preparable key={offer.offer} offer={offer} hasTwin={twins.has(offer.fileName)} />
              ))}
            </Folded>
          </Frame>
        </div>
      )}
      {others.length + refused.length > 0 && (
        <div className={classes['refused']} role="status">
          <h3>{addFilesTexts.refused}</h3>
          <Frame label={addFilesTexts.refused}>
            {others.map(({ offer, fileName, kind }) => (
              <Refused key={offer} fileName={fileName} sentence={kindWords[kind].refusal ?? ''} />
            ))}
            {refused.map(({ fileName, error }) => {
              const { detail, remedy } = describeError(error);
              return <Refused key={`${fileName} ${detail}`} fileName={fileName} sentence={`${detail} ${remedy}`} />;
            })}
          </Frame>
        </div>
      )}
    </div>
  );
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
  const words = addFilesTexts.leaveOut(fileName);
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

/** The names that several files have: only their folders tell them apart. */
function namesOfSeveral(offers: readonly FileOffer[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { fileName } of offers) counts.set(fileName, (counts.get(fileName) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
}

/** So many rows are made at once: a thousand would hold up the page. */
const SHOWN = 100;

/** The first rows of a long list; a button shows more. */
function Folded({ children }: { children: readonly ReactNode[] }) {
  const [shown, setShown] = useState(SHOWN);
  const rest = children.length - shown;
  return (
    <>
      {children.slice(0, shown)}
      {rest > 0 && (
        <li className={classes['more']}>
          <Anchor component="button" type="button" size="sm" onClick={() => setShown(shown + SHOWN)}>
            {foldedTexts.more(rest)}
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
  hasTwin: boolean;
}

function Sendable({ offer, maxBatchBytes, hasTwin }: SendableProps) {
  const { fileName, folder, kind, bytes, estimatedCheckMs, estimatedSendMs } = offer;
  // The app's own estimate uses the stored batch size.
  const batches = maxBatchBytes === undefined ? offer.estimatedBatches : Math.max(1, Math.ceil(bytes / maxBatchBytes));
  const send = estimatedSendMs === undefined ? undefined : about(estimatedSendMs);
  return (
    <li>
      <IconFileText className={classes['icon']} size={22} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['fileName']} title={`${fileName}\n${folder}`}>
          <FileName name={fileName} />
        </span>
        {hasTwin && offer.folder !== '' && <Folder of={offer} />}
        <span className={classes['quiet']}>
          {kindWords[kind].name} · {size(bytes)} · {addFilesTexts.estimate(batches, about(estimatedCheckMs), send)}
        </span>
      </div>
      <PrepareInstead offer={offer} />
      <LeaveOut offer={offer} />
    </li>
  );
}

/** JSON Lines, too, can have the fields of another system. */
function PrepareInstead({ offer: { offer, fileName } }: { offer: FileOffer }) {
  const prepare = useAddFiles((state) => state.prepare);
  const begin = async () => {
    const id = await prepare((one) => one.offer === offer);
    if (id !== undefined) goTo({ page: 'prepare', of: { id, step: 'source' } });
  };
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={addFilesTexts.prepareInsteadOf(fileName)}
      onClick={() => void begin()}
    >
      {addFilesTexts.prepareInstead}
    </Anchor>
  );
}

function Preparable({ offer, hasTwin }: { offer: FileOffer; hasTwin: boolean }) {
  const { fileName, folder, kind, bytes } = offer;
  return (
    <li>
      <IconTransform className={classes['icon']} size={22} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        <span className={classes['fileName']} title={`${fileName}\n${folder}`}>
          <FileName name={fileName} />
        </span>
        {hasTwin && offer.folder !== '' && <Folder of={offer} />}
        <span className={classes['quiet']}>
          {kindWords[kind].name} · {size(bytes)}
        </span>
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
          <FileName name={fileName} />
        </span>
        <span className={classes['quiet']}>{sentence}</span>
      </div>
    </li>
  );
}
