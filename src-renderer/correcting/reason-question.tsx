/**
 * @file Before a file goes: why decisions change the money of lines, and why lines are left out; asked for each kind for whose sake
 * they were, and for those that stayed faulty.
 */

import { useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Question } from '../question.tsx';
import { ReasonField } from '../reason-field.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { questionTexts } from '../texts/steps.ts';
import type { MoneyChange, Reasons } from './draft.ts';
import { moneyChangeInWords } from './fault-words.ts';
import { Goes, type Going } from './goes.tsx';
import { bothInWords } from './sent-before.tsx';
import { numbersOf } from './shared-lines.ts';

/** More of them are a number. */
const MOST_NAMED = 12;

export interface Unexplained {
  changes: readonly MoneyChange[];
  /** Lines that were left out by hand, with the name of the kind for whose sake; empty for none. */
  leftOut: readonly { kind: string; lines: number[] }[];
  /** Lines that stayed faulty and do not stay to be corrected. */
  faulty: number;
  /** Lines that go again, although they went before. */
  again: number;
}

/** What is done once the reasons are said, and what its button says. */
export interface ToExplain extends Unexplained {
  confirm: string;
  /** What is sent or added by it. */
  goes?: Going | undefined;
  /** Returns what went wrong. */
  act: (reasons: Reasons) => Promise<ErrorRecord | undefined>;
}

/** One reason that is asked for. */
interface Asked {
  key: string;
  label: string;
  missing: string;
  take: (reason: string, reasons: Reasons) => Reasons;
}

export const isExplained = ({ changes, leftOut, faulty, again }: Unexplained): boolean =>
  changes.length + leftOut.length + faulty + again === 0;

export function ReasonQuestion({ asked, onClose }: { asked: ToExplain | undefined; onClose: () => void }) {
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const close = () => {
    setSaid(new Map());
    onClose();
  };
  const reasonFor = ({ key }: Asked) => said.get(key)?.trim() ?? '';
  return (
    <Question
      subject={asked}
      words={({ confirm, ...unexplained }) => ({
        title: titleOf(unexplained),
        sentences: [...changesInWords(unexplained), ...(unexplained.again > 0 ? [bothInWords()] : [])],
        confirm,
        goBack: questionTexts.close,
      })}
      isComplete={(unexplained) => reasonsAsked(unexplained).every((one) => reasonFor(one) !== '')}
      below={(unexplained, isConfirmed) =>
        reasonsAsked(unexplained).map((one, place) => (
          <ReasonField
            key={one.key}
            label={one.label}
            description={place === 0 ? lineEditorTexts.reason.description : undefined}
            isFirst={place === 0}
            value={said.get(one.key) ?? ''}
            onReason={(reason) => setSaid(new Map(said).set(one.key, reason))}
            error={isConfirmed && reasonFor(one) === '' && one.missing}
          />
        ))
      }
      act={async ({ act, ...unexplained }) =>
        await act(reasonsAsked(unexplained).reduce<Reasons>((reasons, one) => one.take(reasonFor(one), reasons), {}))
      }
      onClose={close}
    >
      {/* With where it goes, as beside the button that asks. */}
      {({ goes }) => goes && <Goes {...goes} />}
    </Question>
  );
}

const whyMoney = message('Why do these amounts or currencies change?');

function reasonsAsked({ changes, leftOut, faulty, again }: Unexplained): Asked[] {
  const { missing } = lineEditorTexts.reason;
  const { noReason } = lineEditorTexts;
  return [
    ...(changes.length > 0
      ? [{ key: 'money', label: whyMoney, missing, take: (money: string, others: Reasons) => ({ ...others, money }) }]
      : []),
    ...leftOut.map(({ kind, lines }) => ({
      key: `left-out ${kind}`,
      label: leftOutInWords(kind, lines),
      missing: noReason,
      take: (reason: string, others: Reasons) => ({
        ...others,
        leftOut: [...(others.leftOut ?? []), { lines, reason }],
      }),
    })),
    ...(faulty > 0
      ? [
          {
            key: 'faulty',
            label: message(
              'Why {count, plural, one {is the # faulty line} other {are the # faulty lines}} left out that {count, plural, one {is} other {are}} not corrected?',
              { count: faulty },
            ),
            missing: noReason,
            take: (reason: string, others: Reasons) => ({ ...others, faulty: reason }),
          },
        ]
      : []),
    ...(again > 0
      ? [
          {
            key: 'again',
            label: whyAgain(again),
            missing,
            take: (reason: string, others: Reasons) => ({ ...others, again: reason }),
          },
        ]
      : []),
  ];
}

const whyAgain = (count: number): string =>
  message(
    'Why {count, plural, one {does # line that went before go again} other {do # lines that went before go again}}?',
    { count },
  );

function titleOf({ changes, leftOut, faulty, again }: Unexplained): string {
  const lines = leftOut.reduce((sum, one) => sum + one.lines.length, faulty);
  if (lines === 0) return changes.length > 0 ? whyMoney : whyAgain(again);
  if (changes.length > 0) return message('Why does money change, and why are lines left out?');
  return lineEditorTexts.whyLeftOut(lines);
}

const changesInWords = ({ changes }: Unexplained): string[] => [
  ...changes.slice(0, MOST_NAMED).map(moneyChangeInWords),
  ...(changes.length > MOST_NAMED
    ? [message('{count, number} more of such changes', { count: changes.length - MOST_NAMED })]
    : []),
];

/** @param kind in words */
function leftOutInWords(kind: string, lines: readonly number[]): string {
  const count = lines.length;
  const which =
    count > MOST_NAMED
      ? message('{count, number} lines were left out by hand', { count })
      : message('{count, plural, one {Line {lines} was} other {Lines {lines} were}} left out by hand', {
          ...{ count, lines: numbersOf(lines) },
        });
  return kind === '' ? message('{which}. Why?', { which }) : message('{kind}: {which}. Why?', { kind, which });
}
