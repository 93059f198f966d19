/** @file When something was added, in its shortest form. */

import { message } from '../../src-shared/languages/message.ts';
import { momentOf, shortMoment } from '../wording.ts';

export function Added({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={message('Added {moment}', { moment: momentOf(at) })}>
      {shortMoment(at, Date.now())}
    </time>
  );
}
