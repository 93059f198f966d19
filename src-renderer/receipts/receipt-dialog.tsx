/** @file A receipt, of a batch, of a whole submission or of one payment, as it prints: to read, to print, to keep, or to verify. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBraces, IconFileTypeHtml, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CommandOutput, ReceiptFormat, Result } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { receiptAsked, type SavableReceipt } from '../../src-shared/receipt-asked.ts';
import { checkUnsignedInWords } from '../../src-shared/receipt-words.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { usedUp } from '../used-up.ts';
import { Sheet, usePrintKeys } from './sheet.tsx';

/** Whose receipt it is. */
export interface ReceiptSubject {
  title: string;
  receipt: SavableReceipt;
}

const icons = { pdf: IconFileTypePdf, html: IconFileTypeHtml, json: IconBraces } satisfies Record<
  ReceiptFormat,
  unknown
>;

export function ReceiptDialog({ subject, onClose }: { subject: ReceiptSubject | undefined; onClose: () => void }) {
  return (
    <Dialog
      subject={subject}
      onClose={onClose}
      size={860}
      title={({ title }) => title}
      closeButtonProps={{ 'aria-label': message('Close the receipt') }}
    >
      {({ title, receipt }) => <Preview title={title} receipt={receipt} />}
    </Dialog>
  );
}

function Preview({ title, receipt }: ReceiptSubject) {
  const bridge = useBridge();
  const sheet = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Result<CommandOutput<'receipt.page'>>>();
  useEffect(() => {
    let isOver = false;
    void bridge.invoke['receipt.page']({ of: receiptAsked(receipt), language: spokenLanguage().code }).then(
      (result) => {
        if (!isOver) setPage(result);
      },
    );
    return () => {
      isOver = true;
    };
  }, [bridge, receipt]);
  const print = () => sheet.current?.contentWindow?.print();
  usePrintKeys(print);
  return (
    <Stack gap="sm">
      <Buttons receipt={receipt} onPrint={print} isReady={page?.ok === true} />
      {page === undefined && <Loading>{message('Reading the receipt…')}</Loading>}
      {page?.ok === false && <ErrorNotice error={page.error} />}
      {page?.ok === true && (
        <>
          <Text size="sm" c="dimmed">
            {page.value.isSigned
              ? message('The signature covers the JSON: give it to an auditor together with the page or the PDF.')
              : `${message('This receipt is not signed.')} ${checkUnsignedInWords()}`}
          </Text>
          <Sheet frame={sheet} title={title} html={page.value.html} />
        </>
      )}
    </Stack>
  );
}

interface ButtonsProps extends Pick<ReceiptSubject, 'receipt'> {
  isReady: boolean;
  onPrint: () => void;
}

function Buttons({ receipt, isReady, onPrint }: ButtonsProps) {
  const saving = useSave();
  const isDesktop = useAppInfo().shell === 'electron';
  // A browser makes the PDF itself, when it prints the page.
  const formats: ReceiptFormat[] = isDesktop ? ['pdf', 'html', 'json'] : ['html', 'json'];
  return (
    <>
      <Group gap="xs">
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          title={isDesktop ? undefined : message('For a PDF, choose it as the printer.')}
          data-autofocus
          {...usedUp(!isReady)}
          onClick={() => isReady && onPrint()}
        >
          {message('Print')}
        </Button>
        {formats.map((format) => {
          const Icon = icons[format];
          return (
            <Button
              key={format}
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              title={receiptTexts.formats[format].explanation}
              onClick={() => saving.save({ ...receipt, format, language: spokenLanguage().code })}
            >
              {receiptTexts.formats[format].label}
            </Button>
          );
        })}
      </Group>
      <SaveOutcome saving={saving} />
    </>
  );
}
