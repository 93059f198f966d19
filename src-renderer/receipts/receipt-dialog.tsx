/** @file Saves a receipt, of a batch or of a whole submission: to print, to keep, or to verify. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBraces, IconFileTypeHtml, IconFileTypePdf } from '@tabler/icons-react';
import type { ReceiptFormat, Savable } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { Dialog } from '../dialog.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { receiptTexts } from '../texts/receipts.ts';

type WithoutFormat<Receipt> = Receipt extends { format: ReceiptFormat } ? Omit<Receipt, 'format' | 'language'> : never;

/** Whose receipt it is. */
export interface ReceiptSubject {
  title: string;
  receipt: WithoutFormat<Savable>;
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
      size={540}
      title={({ title }) => title}
      closeButtonProps={{ 'aria-label': message('Close the receipt') }}
    >
      {({ receipt }) => <Formats receipt={receipt} />}
    </Dialog>
  );
}

function Formats({ receipt }: Pick<ReceiptSubject, 'receipt'>) {
  const saving = useSave();
  const isDesktop = useAppInfo().shell === 'electron';
  // A browser makes the PDF itself, when it prints the page.
  const formats: ReceiptFormat[] = isDesktop ? ['pdf', 'html', 'json'] : ['html', 'json'];
  return (
    <Stack gap="sm">
      <Text size="sm">
        {message(
          'The file, where it went, who approved it and why, each state with its time, and how to verify all of it.',
        )}
      </Text>
      <Group gap="xs">
        {formats.map((format, index) => {
          const Icon = icons[format];
          return (
            <Button
              key={format}
              variant={index === 0 ? 'filled' : 'default'}
              leftSection={<Icon size={16} aria-hidden />}
              title={receiptTexts.formats[format].explanation}
              onClick={() => saving.save({ ...receipt, format, language: spokenLanguage().code })}
            >
              {receiptTexts.formats[format].label}
            </Button>
          );
        })}
      </Group>
      <div>
        {!isDesktop && (
          <Text size="sm" c="dimmed">
            {message('For a PDF, open the saved page and print it to a PDF.')}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {message('The signature covers the JSON: give it to an auditor together with the page or the PDF.')}
        </Text>
      </div>
      <SaveOutcome saving={saving} />
    </Stack>
  );
}
