/** @file What the report on a batch says, by line of the file: for a person or a program. */

import type { CommandOutput } from '../../../../src-shared/contract.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
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
    [message('line'), message('found by'), message('what was found')],
    lines.map(({ line, foundBy, messages, notes, row }) => {
      const place =
        row === undefined
          ? []
          : [
              message('It was row {row} of {place}.', {
                row: String(row.row),
                place: [row.source, row.table].filter(Boolean).join(', '),
              }),
            ];
      return [
        line ?? message('none', {}, { context: 'line' }),
        foundBy,
        [...[...messages, ...notes].map(inWords), ...place].join(' · '),
      ];
    }),
  );
  if (count > lines.length)
    output.say(
      message('… and {grouped} more; --csv FILE writes all of them.', { grouped: grouped(count - lines.length) }),
    );
  output.say(
    message('{lines} found by both, {service} only by the service, {check} only by the check', {
      lines: counted(both, 'line'),
      service: grouped(service),
      check: grouped(check),
    }),
  );
}
