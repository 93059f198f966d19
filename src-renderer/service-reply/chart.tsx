/** @file A chart over days: bars that stand on each other, and lines. What it shows stands in the table as well. */

import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { labelled } from '../../src-shared/languages/labelled.ts';
import 'uplot/dist/uPlot.min.css';
import classes from './chart.module.css';

export interface Series {
  name: string;
  /** A colour of style.css. */
  colour: string;
  kind: 'bar' | 'line';
  values: readonly (number | undefined)[];
}

interface ChartProps {
  title: string;
  days: readonly string[];
  series: readonly Series[];
  /** The steps of the upright axis, of which the one that fits is taken, and its words. */
  steps: readonly number[];
  words: (value: number) => string;
}

const HEIGHT = 220;

const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
/** 1, 2, 5, 10 …: no half of a batch. */
export const wholeSteps = powers.flatMap((power) => [power, 2 * power, 5 * power]);
export function Chart({ title, days, series, steps, words }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other colours need another chart.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const chart = new uPlot(optionsOf(element, { title, days, series, steps, words }), dataOf(days, series), element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [title, days, series, steps, words, scheme]);
  return (
    <figure className={classes['figure']}>
      <div ref={place} role="img" aria-label={labelled(title, series.map(({ name }) => name).join(', '))} />
      <figcaption className={classes['legend']}>
        {series.map(({ name, colour, kind }) => (
          <span key={name} data-kind={kind}>
            <i style={{ background: `var(${colour})` }} aria-hidden />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Bars stand on those after them, so that the first is drawn as the whole height, and the others over it. */
function dataOf(days: readonly string[], series: readonly Series[]): uPlot.AlignedData {
  const stacked = series.map(({ kind, values }, index) =>
    values.map((value, day) => {
      if (kind === 'line') return value ?? null;
      const under = series.slice(index + 1).filter((other) => other.kind === 'bar');
      return under.reduce((sum, other) => sum + (other.values[day] ?? 0), value ?? 0);
    }),
  );
  return [days.map((_, index) => index), ...stacked];
}

function optionsOf(element: HTMLElement, { days, series, steps, words }: ChartProps): uPlot.Options {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const bars = uPlot.paths.bars?.({ size: [0.7, 60] });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_chart, _least, most) => [0, Math.max(steps[0] ?? 1, most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 7, 30, 90],
        values: (_chart, places) => places.map((at) => days[at] ?? ''),
      },
      {
        ...axis,
        size: 72,
        incrs: [...steps],
        values: (_chart, values) => values.map((value) => (value === 0 ? '0' : words(value))),
      },
    ],
    series: [
      {},
      ...series.map(
        ({ kind, colour: name }): uPlot.Series =>
          kind === 'bar'
            ? { fill: colour(name), width: 0, points: { show: false }, ...(bars !== undefined && { paths: bars }) }
            : { stroke: colour(name), width: 2, points: { show: true, size: 5 }, spanGaps: true },
      ),
    ],
  };
}
