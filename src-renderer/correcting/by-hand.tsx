/** @file The text of a line, corrected by hand beside the values. */

import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { EditableLine, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { createLineDraft } from '../line-editor/line-draft.ts';
import { LineEditor } from '../line-editor/line-editor.tsx';
import { useStores } from '../stores.ts';

interface ByHandProps {
  id: SubmissionRow['id'];
  line: number;
  /** It is kept, and checked with the others. */
  onEnd: () => void;
}

export function ByHand({ id, line, onEnd }: ByHandProps) {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<Result<EditableLine>>();
  useEffect(() => void bridge.invoke['edits.line']({ id, line }).then(setLoaded), [bridge, id, line]);
  if (loaded === undefined) return <Loading>{message('Loading the line…')}</Loading>;
  if (!loaded.ok) return <ErrorNotice error={loaded.error} />;
  return <Editor id={id} editable={loaded.value} onEnd={onEnd} />;
}

function Editor({ id, editable, onEnd }: Pick<ByHandProps, 'id' | 'onEnd'> & { editable: EditableLine }) {
  const bridge = useBridge();
  const { lineEdits, queue, workbenches } = useStores();
  const draft = useMemo(() => createLineDraft({ bridge, lineEdits, id }, editable), [bridge, lineEdits, id, editable]);
  useEffect(() => {
    const { start, end } = draft.getState();
    start();
    return () =>
      void end().then((error) => {
        if (error !== undefined) queue.getState().complain([{ error }]);
        // The counts include what was just corrected.
        void workbenches(id).getState().open();
      });
  }, [draft, id, queue, workbenches]);
  return (
    <>
      <LineEditor draft={draft} editable={editable} />
      <Button size="xs" variant="default" onClick={onEnd}>
        {message('Done with this line')}
      </Button>
    </>
  );
}
