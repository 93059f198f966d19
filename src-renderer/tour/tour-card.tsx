/** @file The tour: a small card beside the real thing, which stays usable all the time. */

import { Button, CloseButton, Group } from '@mantine/core';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { message } from '../../src-shared/languages/message.ts';
import { windowCommands } from '../../src-shared/window-commands.ts';
import { useAppInfo } from '../app-info.ts';
import { keysAsText } from '../shortcuts/keys.ts';
import { useQueue, useStores, useTour } from '../stores.ts';
import { useRoute } from '../use-route.ts';
import { type Box, placeBeside } from './place-beside.ts';
import classes from './tour-card.module.css';
import { listBeginnings, stepsWith, type TourStep, tourTargets } from './tour-steps.ts';
import { useIsDialogOpen } from './use-is-dialog-open.ts';

const tourTexts = {
  close: message('Close the tour'),
  steps: {
    add: {
      title: message('Add files'),
      text: () =>
        message(
          'Choose files here, or drop them anywhere on the window. Tranship checks every line on this computer before anything is sent.',
        ),
    },
    follow: {
      title: message('Follow each file'),
      text: () =>
        message(
          'Each file has a row with its state and how far it is. Where it needs you, what helps comes first. Open it for findings, batches, and the receipt.',
        ),
    },
    state: {
      title: message('See whether all is well'),
      text: () => message('This line says at any time what moves, what waits, and whether anything needs you.'),
    },
    commands: {
      title: message('Find everything'),
      text: (keys: string) =>
        message(
          '{keys} lists every command and finds any file; “?” shows all keys. You find this tour again in the settings, under Help.',
          { keys },
        ),
    },
  } satisfies Record<TourStep, { title: string; text: (keys: string) => string }>,
};

export function Tour() {
  const step = useTour((tour) => tour.step);
  return step === undefined ? null : <TourBesideDialogs step={step} />;
}

/** A dialog comes first; the tour waits until it is closed. On another page it would lie over what a person went there for. */
function TourBesideDialogs({ step }: { step: TourStep }) {
  const { tour } = useStores();
  const { page } = useRoute();
  const [begunOn] = useState(page);
  useEffect(() => {
    if (page !== begunOn) tour.getState().end();
  }, [page, begunOn, tour]);
  return useIsDialogOpen() ? null : createPortal(<TourCard step={step} />, document.body);
}

function TourCard({ step }: { step: TourStep }) {
  const { tour } = useStores();
  const { platform } = useAppInfo();
  const card = useRef<HTMLElement>(null);
  const ids = useId();
  // Unseen until its place is known, but not hidden: what is hidden takes no focus.
  const { target, style } = usePlace(step, card);
  const before = useRef<Element | null>(null);
  // Begins where a person can read on with the keyboard; afterwards, the focus goes back to where it was.
  useEffect(() => {
    before.current = document.activeElement;
    card.current?.focus({ preventScroll: true });
    const left = before.current;
    return () => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const isThere = left instanceof HTMLElement && left !== document.body && left.isConnected;
      (isThere ? left : document.getElementById('page'))?.focus({ preventScroll: true });
    };
  }, []);
  const { title, text } = tourTexts.steps[step];
  const steps = stepsWith(
    useQueue(({ list }) => (list?.rows.size ?? 0) > 0),
    step,
  );
  const place = steps.indexOf(step) + 1;
  const isLast = place === steps.length;
  const { next, back, end } = tour.getState();
  // Wherever the focus is: it lies over what a person works with.
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [end]);
  return (
    <>
      {target !== undefined && <div className={classes['ring']} style={asStyle(target)} aria-hidden="true" />}
      <section
        ref={card}
        tabIndex={-1}
        className={classes['card']}
        style={style}
        aria-labelledby={`${ids}-title`}
        aria-describedby={`${ids}-text`}
      >
        <CloseButton
          className={classes['close'] ?? ''}
          size="sm"
          aria-label={tourTexts.close}
          title={tourTexts.close}
          onClick={end}
        />
        {/* Read out as it changes, because the button to continue keeps the focus. */}
        <div aria-live="polite" aria-atomic="true">
          <h2 id={`${ids}-title`} className={classes['title']}>
            <span className={classes['place']}>{message('{step} of {of}:', { step: place, of: steps.length })}</span>{' '}
            {title}
          </h2>
          <p id={`${ids}-text`} className={classes['text']}>
            {text(keysAsText(windowCommands['show-commands'].keys ?? '', platform))}
          </p>
        </div>
        <Group justify="space-between" gap="xs">
          {isLast ? (
            <span />
          ) : (
            <Button variant="subtle" size="xs" onClick={end}>
              {message('Skip the tour')}
            </Button>
          )}
          <Group gap="xs">
            {place > 1 && (
              <Button variant="default" size="xs" onClick={() => back(steps)}>
                {message('Back')}
              </Button>
            )}
            <Button size="xs" onClick={() => next(steps)}>
              {isLast ? message('Done', {}, { context: 'the tour has ended' }) : message('Next')}
            </Button>
          </Group>
        </Group>
      </section>
    </>
  );
}

const asStyle = ({ left, top, width, height }: Box): CSSProperties => ({ left, top, width, height });

/** Follows the target as the window, its content and the page change. */
function usePlace(step: TourStep, card: { current: HTMLElement | null }) {
  const [target, setTarget] = useState<Box>();
  const [style, setStyle] = useState<CSSProperties>({ opacity: 0 });
  useLayoutEffect(() => {
    let frame = 0;
    let last = '';
    const follow = () => {
      frame = requestAnimationFrame(follow);
      place();
    };
    const place = () => {
      const element = card.current;
      if (element === null) return;
      const box = boxOf(step);
      const { offsetWidth: width, offsetHeight: height } = element;
      const beginnings = [...document.querySelectorAll(listBeginnings)].map((one) => one.getBoundingClientRect());
      const at = placeBeside(box, { width, height }, { width: innerWidth, height: innerHeight }, beginnings);
      const now = JSON.stringify([box, at]);
      if (now === last) return;
      last = now;
      setTarget(box);
      setStyle({ left: at.left, top: at.top });
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [step, card]);
  return { target, style };
}

/** Where the target is; undefined when none of them is in sight. */
function boxOf(step: TourStep): Box | undefined {
  for (const selector of tourTargets[step]) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box === undefined || box.width < 2 || box.top >= innerHeight || box.top + box.height <= 0) continue;
    return { left: box.left, top: box.top, width: box.width, height: box.height };
  }
  return undefined;
}
