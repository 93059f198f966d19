/** @file What the report on a batch says, by line of the file: for a person or a program. */

import type { CommandOutput } from '../../../../src-shared/contract.ts';
import { inWords } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Session } from '../session.ts';
import { counted, grouped } from '../wording.ts';

/** How many lines are shown to a person; all of them go to a file on request. */
const SHOWN_LINES = 30;
const LINES_AT_ONCE = 5000;
const all = { foundBy: [], text: '' };

/** No faster than the program reads. */
export async function emitLines({ output, interrupted }: Session, { call }: Actions, batch: string): Promise<void> {
  for (let offset = 0, count = 1; offset < count; offset += LINES_AT_ONCE) {
    const page = await call('report.lines', { ...all, batch, offset, limit: LINES_AT_ONCE });
    count = page.count;
    for (const { from: _, ...line } of page.lines) {
      output.emit('entry', line);
      await output.room();
      interrupted.throwIfAborted();
    }
  }
}

export async function showLines(
  { output }: Session,
  { call }: Actions,
  batch: string,
  { both, service, check }: CommandOutput<'report.reading'>['counts'],
): Promise<void> {
  const { count, lines } = await call('report.lines', { ...all, batch, offset: 0, limit: SHOWN_LINES });
  if (count === 0) return;
  output.table(
    ['line', 'found by', 'what was found'],
    lines.map(({ line, foundBy, messages, notes, row }) => {
      const place =
        row === undefined ? [] : [`It was row ${row.row} of ${[row.source, row.table].filter(Boolean).join(', ')}.`];
      return [line ?? 'none', foundBy, [...messages.map(inWords), ...notes, ...place].join(' · ')];
    }),
  );
  if (count > lines.length) output.say(`… and ${grouped(count - lines.length)} more; --csv FILE writes all of them.`);
  output.say(
    `${counted(both, 'line')} found by both, ${grouped(service)} only by the service, ${grouped(check)} only by the check`,
  );
}
