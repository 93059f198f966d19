/** @file The edge between list and details: dragged, or moved with the arrow keys. */

import type { KeyboardEvent, PointerEvent } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { DETAILS_WIDTH } from '../../src-shared/list-look.ts';
import { useListLook, useStores } from '../stores.ts';
import classes from './pane-edge.module.css';

/** How far one press of a key moves it, in pixels. */
const KEY_STEP = 20;

export function PaneEdge() {
  const { listLook } = useStores();
  const width = useListLook(({ detailsWidth }) => detailsWidth);
  const keep = () => listLook.getState().change({});
  const drag = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    if (!edge.hasPointerCapture(event.pointerId)) return;
    const pane = edge.parentElement?.getBoundingClientRect();
    if (pane === undefined) return;
    listLook.getState().widen(isRightToLeft(edge) ? event.clientX - pane.left : pane.right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const wider = isRightToLeft(event.currentTarget) ? 'ArrowRight' : 'ArrowLeft';
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    listLook.getState().widen(width + (event.key === wider ? KEY_STEP : -KEY_STEP));
    keep();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={message('Width of the details')}
      aria-valuenow={width}
      aria-valuemin={DETAILS_WIDTH.least}
      aria-valuemax={DETAILS_WIDTH.most}
      className={classes['edge']}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onLostPointerCapture={keep}
    />
  );
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
