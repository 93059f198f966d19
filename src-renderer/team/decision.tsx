/** @file What a person decides about an offer: with their own copy of the file checked, they release it; or they refuse it. */

import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconCheck, IconFileSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comparison, OfferDetails } from '../../src-shared/contract.ts';
import { assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { figuresInWords } from '../../src-shared/team-offer-words.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileButton } from '../file-button.tsx';
import { ReasonField } from '../reason-field.tsx';
import type { OfferPlace } from '../routes.ts';
import { decisionTexts } from '../texts/team.ts';
import { momentOf } from '../wording.ts';
import { Part } from './part.tsx';
import classes from './team.module.css';
import type { OwnCopy, UsedCopy } from './use-own-copy.ts';

interface DecisionProps {
  place: OfferPlace;
  offer: OfferDetails;
  used: UsedCopy;
  onDecided: (offer: OfferDetails) => void;
}

export function Decision({ place, offer, used, onDecided }: DecisionProps) {
  const { state, decision, isOwn, roles } = offer;
  if (decision !== undefined) {
    return (
      <Part title={decisionTexts.by(state, decision.by, momentOf(decision.at))}>
        <p className={classes['quote']}>{decision.reason}</p>
      </Part>
    );
  }
  if (isOwn)
    return (
      <Alert title={message('This is your own offer')}>
        {message('Another person has to decide it. The database keeps this rule, whichever roles you have.')}
      </Alert>
    );
  if (!roles.includes('checker'))
    return (
      <Alert>
        {message('Only a checker can release or refuse it. An administrator of the team ledger gives roles.')}
      </Alert>
    );
  return (
    <Part title={message('Your decision')}>
      <OwnCopyPart used={used} isProved={offer.isProved} />
      <DecisionForm place={place} isProved={offer.isProved} onDecided={onDecided} />
    </Part>
  );
}

function OwnCopyPart({ used, isProved }: { used: UsedCopy; isProved: boolean }) {
  const { copy } = used;
  return (
    <section className={classes['paper']} aria-label={decisionTexts.copyTitle}>
      <Text size="sm" fw={600}>
        {decisionTexts.copyTitle}
      </Text>
      <Text size="sm" c="dimmed">
        {message(
          'The figures are what the desk of the maker says. Choose the same file, from a share or as it was handed over: Tranship checks it here and compares.',
        )}
      </Text>
      <ChooseCopy
        used={used}
        label={copy.kind === 'none' ? message('Choose the file…') : message('Choose another file…')}
      />
      <div role="status">
        <CopyState copy={copy} isProved={isProved} onStop={used.stop} />
      </div>
    </section>
  );
}

/** The system's dialog on the desktop, the page's own in a browser. */
function ChooseCopy({ used, label }: { used: UsedCopy; label: string }) {
  const { shell } = useAppInfo();
  const bridge = useBridge();
  const isBusy = used.copy.kind === 'receiving' || used.copy.kind === 'checking';
  const look = {
    variant: 'default',
    className: classes['choose'] ?? '',
    leftSection: <IconFileSearch size={16} aria-hidden />,
    disabled: isBusy,
  };
  if (shell === 'electron') {
    return (
      <Button {...look} onClick={() => void used.take(bridge.invoke['files.choose']())}>
        {label}
      </Button>
    );
  }
  return (
    <FileButton onChange={(file) => file !== null && void used.receive(file)}>
      {(props) => (
        <Button {...look} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

function CopyState({ copy, isProved, onStop }: { copy: OwnCopy; isProved: boolean; onStop: () => void }) {
  switch (copy.kind) {
    case 'none':
      return (
        isProved && (
          <Outcome isGood>
            {message('This desk has checked the same bytes and found the same figures. You can release it.')}
          </Outcome>
        )
      );
    case 'receiving':
    case 'checking': {
      const words = copy.kind === 'receiving' ? message('Taking the file over…') : message('Checking your copy…');
      return (
        <div className={classes['progress']}>
          <div className={classes['progressHead']}>
            <span>{words}</span>
            <Button variant="subtle" size="compact-sm" onClick={onStop}>
              {message('Stop')}
            </Button>
          </div>
          <Progress value={copy.whole === 0 ? 100 : (100 * copy.done) / copy.whole} aria-label={words} />
        </div>
      );
    }
    case 'failed':
      return <ErrorNotice error={copy.error} isAskedOnce />;
    case 'compared':
      return <Compared comparison={copy.comparison} />;
    default:
      return assertNever(copy);
  }
}

function Compared({ comparison }: { comparison: Comparison }) {
  switch (comparison.kind) {
    case 'same':
      return (
        <Outcome isGood>
          {message('{fileName} has the same bytes and the same figures. You can release it.', {
            fileName: comparison.fileName,
          })}
        </Outcome>
      );
    case 'other-bytes': {
      const { title, text } = decisionTexts.otherBytes;
      return <Outcome title={title}>{text(comparison.fileName, comparison.sha256)}</Outcome>;
    }
    case 'other-figures': {
      const { title, text } = decisionTexts.otherFigures;
      return <Outcome title={title}>{text(comparison.fileName, figuresInWords(comparison.differing))}</Outcome>;
    }
    case 'stopped':
      return null;
    default:
      return assertNever(comparison);
  }
}

function Outcome({ isGood = false, title, children }: { isGood?: boolean; title?: string; children: string }) {
  const look = isGood
    ? { color: 'green', icon: <IconCheck aria-hidden /> }
    : { color: 'red', icon: <IconX aria-hidden /> };
  return (
    <Alert {...look} {...(title !== undefined && { title })} className={classes['outcome'] ?? ''}>
      {children}
    </Alert>
  );
}

interface DecisionFormProps {
  place: OfferPlace;
  isProved: boolean;
  onDecided: (offer: OfferDetails) => void;
}

function DecisionForm({ place, isProved, onDecided }: DecisionFormProps) {
  const bridge = useBridge();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<'reason' | 'copy'>();
  const [deciding, setDeciding] = useState<'released' | 'refused'>();
  const [error, setError] = useState<ErrorRecord>();
  const decide = async (outcome: 'released' | 'refused') => {
    const lacks = outcome === 'released' && !isProved ? 'copy' : reason.trim() === '' ? 'reason' : undefined;
    setMissing(lacks);
    setError(undefined);
    if (lacks === 'reason') document.getElementById('decision-reason')?.focus();
    if (lacks !== undefined) return;
    setDeciding(outcome);
    const result = await bridge.invoke['team.decide']({ ...place, outcome, reason: reason.trim() });
    setDeciding(undefined);
    if (result.ok) onDecided(result.value);
    else setError(result.error);
  };
  return (
    <div className={classes['decision']}>
      <ReasonField
        id="decision-reason"
        label={message('Reason')}
        description={message('It is kept in the team ledger, with your name.')}
        value={reason}
        onReason={(text) => {
          setReason(text);
          if (missing === 'reason') setMissing(undefined);
        }}
        error={missing === 'reason' && message('Say why you release or refuse it.')}
      />
      <div role="status">
        {missing === 'copy' && !isProved && (
          <p className={classes['troubled']}>
            {message('Choose your own copy of the file first. To refuse, you need none.')}
          </p>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <div className={classes['buttons']}>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={deciding === 'released'}
          disabled={deciding === 'refused'}
          onClick={() => void decide('released')}
        >
          {message('Release')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          loading={deciding === 'refused'}
          disabled={deciding === 'released'}
          onClick={() => void decide('refused')}
        >
          {message('Refuse')}
        </Button>
      </div>
    </div>
  );
}
