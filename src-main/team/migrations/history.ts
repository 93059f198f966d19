/**
 * @file The team ledger keeps how far the history of each desk has come, and what was done there: only added to, each by
 * the person who is signed in. See [Note: Who may write].
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const history = ({ team }: LedgerRoles): string => `
CREATE TABLE tranship.anchors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  desk uuid NOT NULL REFERENCES tranship.desks,
  person text NOT NULL,
  -- The hash of the first entry: a copy of the data folder, which is another desk, begins with the same one.
  chain bytea NOT NULL CHECK (octet_length(chain) = 32),
  -- The last entry, and how many there are up to it.
  position bigint NOT NULL CHECK (position > 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  entries bigint NOT NULL CHECK (entries BETWEEN 1 AND position),
  -- The anchor that it continues, as the desk says.
  follows bigint REFERENCES tranship.anchors,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (desk, hash)
);
CREATE INDEX anchors_in_order ON tranship.anchors (desk, id);
CREATE INDEX anchors_of_chain ON tranship.anchors (chain, id);
CREATE INDEX anchors_followed ON tranship.anchors (desk, follows);

CREATE TABLE tranship.events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  desk uuid NOT NULL REFERENCES tranship.desks,
  person text NOT NULL,
  -- Of the entry in the history of the desk.
  position bigint NOT NULL CHECK (position > 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]*$' AND length(kind) <= 40),
  detail jsonb NOT NULL CHECK (jsonb_typeof(detail) = 'object' AND octet_length(detail::text) <= 200000),
  happened_at timestamptz NOT NULL,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (desk, hash, kind)
);
CREATE INDEX events_in_order ON tranship.events (happened_at, id);
CREATE INDEX events_of_desk ON tranship.events (desk, happened_at, id);
CREATE INDEX events_of_person ON tranship.events (person, happened_at, id);

CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.anchors
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.events
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

-- Takes how far the history of a desk has come, with what happened since the anchor that it continues.
-- told: it is there. unknown: the ledger has no such anchor, so nothing was taken. parted: it is there, and another anchor
-- continues the same one already.
CREATE FUNCTION tranship.tell_history(
  told_by uuid, of_chain bytea, continues bytea, reached bigint, reached_hash bytea, counted bigint, happened jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before tranship.anchors%ROWTYPE;
  made bigint;
  is_parted boolean;
BEGIN
  PERFORM tranship.own_desk(told_by);
  IF jsonb_array_length(happened) > 5000 THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'At most 5,000 events are told at once.';
  END IF;
  -- What the ledger itself knows, no desk tells it.
  IF EXISTS (
    SELECT FROM jsonb_to_recordset(happened) AS one (kind text)
    WHERE one.kind ~ '^(offer|role-|release-)' OR one.kind = 'history-parted'
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'Offers, decisions, roles, rules and parted histories are not told by a desk.';
  END IF;
  -- One after another, so that of two that continue the same anchor the second one sees the first.
  PERFORM FROM tranship.desks WHERE id = told_by FOR UPDATE;
  IF continues IS NOT NULL THEN
    SELECT * INTO before FROM tranship.anchors WHERE desk = told_by AND hash = continues;
    IF NOT FOUND THEN RETURN 'unknown'; END IF;
  END IF;
  INSERT INTO tranship.anchors (desk, person, chain, position, hash, entries, follows)
  VALUES (told_by, session_user, of_chain, reached, reached_hash, counted, before.id)
  ON CONFLICT (desk, hash) DO NOTHING RETURNING id INTO made;
  -- It was taken before, and the answer was lost.
  IF made IS NULL THEN RETURN 'told'; END IF;
  INSERT INTO tranship.events (desk, person, position, hash, kind, detail, happened_at)
  SELECT told_by, session_user, one.position, decode(one.hash, 'hex'), one.kind, one.detail,
    -- By no clock of a desk: so long ago, but not before the anchor after which it happened.
    greatest(before.noted_at, clock_timestamp() - make_interval(secs => greatest(one.age_ms, 0) / 1000))
  FROM jsonb_to_recordset(happened) AS one (position bigint, hash text, kind text, detail jsonb, age_ms double precision)
  ORDER BY one.position
  ON CONFLICT (desk, hash, kind) DO NOTHING;
  IF before.id IS NULL THEN
    is_parted := EXISTS (SELECT FROM tranship.anchors WHERE desk = told_by AND follows IS NULL AND id <> made);
  ELSE
    -- What continues a history begins as it does, and goes further.
    is_parted := of_chain <> before.chain OR reached <= before.position OR counted <= before.entries
      OR EXISTS (SELECT FROM tranship.anchors WHERE desk = told_by AND follows = before.id AND id <> made);
  END IF;
  -- The ledger had known more of this desk. Not again for each desk that comes back: see [Note: A life of the ledger].
  IF EXISTS (SELECT FROM jsonb_to_recordset(happened) AS one (kind text) WHERE one.kind = 'ledger-put-back') THEN
    UPDATE tranship.lives SET begun_at = clock_timestamp()
    WHERE life = tranship.this_life() AND begun_at < clock_timestamp() - interval '1 day';
  END IF;
  IF NOT is_parted THEN RETURN 'told'; END IF;
  INSERT INTO tranship.events (desk, person, position, hash, kind, detail, happened_at)
  VALUES (told_by, session_user, reached, reached_hash, 'history-parted',
    jsonb_build_object('after', coalesce(before.position, 0)), clock_timestamp())
  ON CONFLICT (desk, hash, kind) DO NOTHING;
  RETURN 'parted';
END
$$;

ALTER TABLE tranship.anchors ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.events ENABLE ROW LEVEL SECURITY;
-- A maker sees what they did; who decides, sends or administers sees all. Asked once for each query, not for each row.
CREATE POLICY own_or_trusted ON tranship.anchors FOR SELECT TO ${team} USING (
  (SELECT tranship.has_role('checker', 'sender', 'administrator'))
  OR (person = session_user::text AND (SELECT tranship.has_role('maker'))));
CREATE POLICY own_or_trusted ON tranship.events FOR SELECT TO ${team} USING (
  (SELECT tranship.has_role('checker', 'sender', 'administrator'))
  OR (person = session_user::text AND (SELECT tranship.has_role('maker'))));
GRANT SELECT ON tranship.anchors, tranship.events TO ${team};
GRANT EXECUTE ON FUNCTION tranship.tell_history(uuid, bytea, bytea, bigint, bytea, bigint, jsonb) TO ${team};
`;
