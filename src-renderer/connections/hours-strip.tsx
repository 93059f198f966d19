/** @file The hours of each day of the week in which uploads may begin, as strips, with the present moment. */

import { onTheWall } from '../../src-shared/app-zone.ts';
import { DAY } from '../../src-shared/durations.ts';
import { message, perLanguage } from '../../src-shared/languages/message.ts';
import { holdsAt, type SendingRules } from '../../src-shared/sending-hours.ts';
import { useMinute } from '../use-minute.ts';
import classes from './hours-strip.module.css';
import { hoursInWords, stateInWords } from './sending-texts.ts';

/** As `Date` counts them, from Monday. */
const week = [1, 2, 3, 4, 5, 6, 0] as const;
const DAY_MINUTES = 1440;
const QUARTER = 15;
/** Any Sunday: its weekday is what counts. */
const SUNDAY = Date.UTC(2026, 0, 4);

const weekdays = perLanguage(
  (language) => new Intl.DateTimeFormat(language.dates, { weekday: 'short', timeZone: 'UTC' }),
);
const weekdayWords = (day: number): string => weekdays().format(SUNDAY + day * DAY);

interface Part {
  from: number;
  to: number;
}

/** The open parts of a day, in minutes, to the quarter of an hour: as fine as a strip can show. */
function partsOf(hours: SendingRules['hours'], day: number): Part[] {
  const parts: Part[] = [];
  for (let minute = 0; minute < DAY_MINUTES; minute += QUARTER) {
    if (hours.length > 0 && !holdsAt(hours, day, minute)) continue;
    const last = parts.at(-1);
    if (last?.to === minute) last.to = minute + QUARTER;
    else parts.push({ from: minute, to: minute + QUARTER });
  }
  return parts;
}

interface Group {
  days: number[];
  parts: Part[];
}

/** Days one after the other that are alike are one strip. */
function groupsOf(hours: SendingRules['hours']): Group[] {
  const groups: Group[] = [];
  for (const day of week) {
    const parts = partsOf(hours, day);
    const last = groups.at(-1);
    if (last !== undefined && JSON.stringify(last.parts) === JSON.stringify(parts)) last.days.push(day);
    else groups.push({ days: [day], parts });
  }
  return groups;
}

function daysInWords(days: readonly number[]): string {
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  return first === last ? weekdayWords(first) : `${weekdayWords(first)}–${weekdayWords(last)}`;
}

const percent = (minutes: number): string => `${(100 * minutes) / DAY_MINUTES}%`;

export function HoursStrip({ rules }: { rules: SendingRules }) {
  const now = useMinute();
  const wall = onTheWall(now);
  const minute = 60 * wall.getUTCHours() + wall.getUTCMinutes();
  return (
    <div className={classes['strip']}>
      <div className={classes['week']} role="img" aria-label={hoursInWords(rules)}>
        {groupsOf(rules.hours).map(({ days, parts }) => (
          <div key={days.join()} className={classes['row']}>
            <span className={classes['days']}>{daysInWords(days)}</span>
            <span className={classes['day']}>
              {parts.map(({ from, to }) => (
                <span
                  key={from}
                  className={classes['open']}
                  style={{ insetInlineStart: percent(from), width: percent(to - from) }}
                />
              ))}
              {days.includes(wall.getUTCDay()) && (
                <span className={classes['now']} style={{ insetInlineStart: percent(minute) }} title={message('Now')} />
              )}
            </span>
          </div>
        ))}
        <div className={classes['row']}>
          <span className={classes['days']} />
          <span className={classes['hours']}>
            {[0, 6, 12, 18, 24].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </span>
        </div>
      </div>
      <p className={classes['words']}>{stateInWords(rules, now)}</p>
    </div>
  );
}
