/**
 * @file Version 2 of the team ledger: files that one person offers and another releases or refuses, each once and for
 * ever. See [Note: Who may write].
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const offers = ({ team }: LedgerRoles): string => `
CREATE TABLE tranship.offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  destination text NOT NULL CHECK (btrim(destination) <> '' AND length(destination) <= 2000),
  file_name text NOT NULL CHECK (btrim(file_name) <> '' AND length(file_name) <= 1000),
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object' AND octet_length(figures::text) < 1000000),
  reason text NOT NULL CHECK (btrim(reason) <> '' AND length(reason) <= 10000),
  desk text NOT NULL CHECK (length(desk) <= 200),
  offered_by text NOT NULL,
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (id, offered_by)
);
CREATE INDEX offers_of_content ON tranship.offers (sha256, destination);

-- “Not your own” holds for every way into this table, also for the role that owns it.
CREATE TABLE tranship.decisions (
  offer bigint PRIMARY KEY,
  offered_by text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('released', 'refused')),
  reason text NOT NULL CHECK (btrim(reason) <> '' AND length(reason) <= 10000),
  desk text NOT NULL CHECK (length(desk) <= 200),
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (offer, offered_by) REFERENCES tranship.offers (id, offered_by),
  CONSTRAINT not_your_own CHECK (decided_by <> offered_by)
);

CREATE FUNCTION tranship.never_changes() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('What stands in “%s” never changes.', TG_TABLE_NAME);
END
$$;
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.offers
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.decisions
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

-- What others have to read is short enough to be read.
CREATE FUNCTION tranship.require_reason(why text) RETURNS void
LANGUAGE plpgsql IMMUTABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (length(why) BETWEEN 1 AND 10000 AND btrim(why) <> '') IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'A reason has 1 to 10,000 characters.';
  END IF;
END
$$;

CREATE FUNCTION tranship.offer(
  content bytea, target text, name text, shown jsonb, why text, at_desk text, once_more boolean
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  earlier record;
  made bigint;
BEGIN
  PERFORM tranship.require_role('maker');
  PERFORM tranship.require_reason(why);
  -- Two desks that offer the same at the same moment: the second one sees the first.
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(content, 'hex') || ' ' || target, 0));
  SELECT o.id, o.offered_by, o.offered_at, d.outcome, d.decided_by INTO earlier
  FROM tranship.offers o LEFT JOIN tranship.decisions d ON d.offer = o.id
  WHERE o.sha256 = content AND o.destination = target AND d.outcome IS DISTINCT FROM 'refused'
  ORDER BY o.id DESC LIMIT 1;
  IF FOUND AND NOT once_more THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format(
      'The same bytes were offered for the same destination by %s on %s UTC (offer %s, %s).',
      earlier.offered_by, to_char(earlier.offered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'), earlier.id,
      CASE WHEN earlier.outcome IS NULL THEN 'not decided yet' ELSE 'released by ' || earlier.decided_by END);
  END IF;
  INSERT INTO tranship.offers (sha256, destination, file_name, figures, reason, desk, offered_by)
  VALUES (content, target, name, shown, why, at_desk, session_user) RETURNING id INTO made;
  RETURN made;
END
$$;

CREATE FUNCTION tranship.decide(wanted bigint, seen bytea, verdict text, why text, at_desk text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  offered tranship.offers%ROWTYPE;
  earlier tranship.decisions%ROWTYPE;
BEGIN
  PERFORM tranship.require_role('checker');
  PERFORM tranship.require_reason(why);
  -- Of two who decide at the same moment, the second one sees the first.
  SELECT * INTO offered FROM tranship.offers WHERE id = wanted FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('There is no offer %s.', wanted);
  END IF;
  IF offered.offered_by = session_user::text THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001',
      MESSAGE = format('Offer %s is your own: another person has to decide it.', wanted);
  END IF;
  SELECT * INTO earlier FROM tranship.decisions WHERE offer = wanted;
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('Offer %s was %s by %s on %s UTC.', wanted,
      earlier.outcome, earlier.decided_by, to_char(earlier.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
  IF offered.sha256 IS DISTINCT FROM seen THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('Offer %s is of other bytes (another SHA-256).', wanted);
  END IF;
  INSERT INTO tranship.decisions (offer, offered_by, outcome, reason, desk, decided_by)
  VALUES (wanted, offered.offered_by, verdict, why, at_desk, session_user);
END
$$;

ALTER TABLE tranship.offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.decisions ENABLE ROW LEVEL SECURITY;
-- A maker sees what they offered; who decides, sends or administers sees all.
CREATE POLICY own_or_trusted ON tranship.offers FOR SELECT TO ${team} USING (
  tranship.has_role('checker', 'sender', 'administrator')
  OR (offered_by = session_user::text AND tranship.has_role('maker')));
CREATE POLICY own_or_trusted ON tranship.decisions FOR SELECT TO ${team} USING (
  tranship.has_role('checker', 'sender', 'administrator')
  OR (offered_by = session_user::text AND tranship.has_role('maker')));
GRANT SELECT ON tranship.offers, tranship.decisions TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.offer(bytea, text, text, jsonb, text, text, boolean),
  tranship.decide(bigint, bytea, text, text, text) TO ${team};
`;
