/** @file What was typed into the form of a connection: kept while other pages are shown and when the page is loaded again, without the secret. */

import { useCallback, useRef, useState } from 'react';
import type { ConnectionForm, ConnectionRow } from '../../src-shared/contract.ts';
import { isUnruled, type SendingRules, sendingRulesSchema, unruled } from '../../src-shared/sending-hours.ts';
import type { ConnectionDraft } from '../connections-store.ts';
import { useStores } from '../stores.ts';

type Texts = Omit<ConnectionDraft, 'kind' | 'sending'>;

/** `texts`, `kind`: what the form begins with when nothing was kept. */
export function useDraft(row: ConnectionRow | undefined, texts: Texts, kind: ConnectionForm['kind']) {
  const { connections } = useStores();
  const of = row?.name ?? '';
  const [before] = useState(() => connections.getState().drafts.get(of));
  const first = useRef({ texts, kind });
  const isSaved = useRef(false);
  const forget = useCallback(() => {
    isSaved.current = true;
    connections.getState().keepDraft(of, undefined);
  }, [connections, of]);
  const keep = useCallback(
    (typed: Texts, chosen: ConnectionForm['kind'], sending: SendingRules) => {
      if (isSaved.current) return;
      const draft = draftOf(typed, chosen, sending);
      const isTouched = JSON.stringify(draft) !== JSON.stringify(draftOf(first.current.texts, first.current.kind));
      connections.getState().keepDraft(of, isTouched ? draft : undefined);
    },
    [connections, of],
  );
  const { kind: keptKind, sending, ...keptTexts } = before ?? draftOf(texts, kind);
  return {
    draft: { isKept: before !== undefined, texts: keptTexts, kind: keptKind, sending: rulesIn(sending) },
    keep,
    forget,
  };
}

function draftOf(
  { name, baseUrl, tokenUrl, clientId, scope }: Texts,
  kind: ConnectionForm['kind'],
  sending = unruled,
): ConnectionDraft {
  return {
    name,
    kind,
    baseUrl,
    tokenUrl,
    clientId,
    scope,
    ...(!isUnruled(sending) && { sending: JSON.stringify(sending) }),
  };
}

function rulesIn(text: string | undefined): SendingRules {
  if (text === undefined) return unruled;
  try {
    return sendingRulesSchema.parse(JSON.parse(text));
  } catch {
    return unruled;
  }
}
