/** @file Prints a statement as it is saved as a page: there is one paper of it. */

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CommandOutput, Result, StatementAsked } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Sheet, usePrintKeys } from '../receipts/sheet.tsx';
import { statementTexts } from '../texts/statement.ts';

export function PrintButton({ asked }: { asked: StatementAsked }) {
  const bridge = useBridge();
  const sheet = useRef<HTMLIFrameElement>(null);
  const [isReading, setIsReading] = useState(false);
  const [paper, setPaper] = useState<{ time: number; page: Result<CommandOutput<'statement.page'>> }>();
  const print = async () => {
    if (isReading) return;
    setIsReading(true);
    const page = await bridge.invoke['statement.page']({ ...asked, language: spokenLanguage().code });
    setIsReading(false);
    setPaper((before) => ({ time: (before?.time ?? 0) + 1, page }));
  };
  usePrintKeys(() => void print());
  return (
    <>
      <Button title={statementTexts.firstPage} loading={isReading} onClick={() => void print()}>
        {message('Print')}
      </Button>
      {paper?.page.ok === false && <ErrorNotice error={paper.page.error} isAskedOnce />}
      {paper?.page.ok === true && (
        <Sheet
          key={paper.time}
          frame={sheet}
          title={statementTexts.title}
          html={paper.page.value.html}
          isUnseen
          onReady={() => sheet.current?.contentWindow?.print()}
        />
      )}
    </>
  );
}
