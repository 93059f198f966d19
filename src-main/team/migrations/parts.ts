/**
 * @file The version of the team ledger in which several desks send one file: its parts, who holds each and until when, and who
 * did what to it. See [Note: Who may write].
 *
 * [Note: A part is held by one desk] A desk that takes a part gets a token that is higher than all before it, and a lease. What
 * it writes counts only with the latest token and before the end of the lease. So once another desk has the part, nothing
 * that the first one still says is taken, and a desk that wrote before each effect has begun none that the other cannot see.
 * A lease that lapsed may be renewed as long as no other desk took the part: the token tells.
 *
 * After a new life of the ledger, tokens may be known to desks alone. No part is given away for as long as a lease; in that
 * time a desk shows the token that it got last, and has its part again. See [Note: A life of the ledger].
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const parts = ({ team }: LedgerRoles): string => `
CREATE TABLE tranship.shared_files (
  id uuid PRIMARY KEY,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  destination text NOT NULL CHECK (btrim(destination) <> ''),
  name text NOT NULL CHECK (btrim(name) <> ''),
  -- Where its bytes are on the computer that shares it; perhaps a share that others have, too.
  path text NOT NULL,
  -- The check and the options, as the desks read them.
  facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object' AND octet_length(facts::text) < 1000000),
  desk uuid NOT NULL REFERENCES tranship.desks (id),
  shared_by text NOT NULL,
  shared_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.shared_files
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

CREATE TABLE tranship.parts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file uuid NOT NULL REFERENCES tranship.shared_files (id),
  -- The byte range [first, past).
  first bigint NOT NULL CHECK (first >= 0),
  past bigint NOT NULL,
  lines bigint NOT NULL CHECK (lines > 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done')),
  -- The batch as its desk last wrote it, with times counted from then; never an address.
  batch jsonb CHECK (batch #> '{delivery,address}' IS NULL AND octet_length(batch::text) < 100000),
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Grows with each change, so that a desk knows what is news.
  revision bigint NOT NULL DEFAULT 1,
  -- The number of the last write under this token: one that was late must not undo a later one.
  writes bigint NOT NULL DEFAULT 0,
  holder uuid REFERENCES tranship.desks (id),
  person text,
  token bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- The desk that has the address of the batch: it alone can ask the storage what arrived.
  address_desk uuid REFERENCES tranship.desks (id),
  left_to_desk_until timestamptz,
  CHECK (past > first),
  UNIQUE (file, first)
);
CREATE INDEX open_parts ON tranship.parts (file, id) WHERE status = 'open';

-- Who sent what: each taking, and each new state or batch id.
CREATE TABLE tranship.part_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  part bigint NOT NULL REFERENCES tranship.parts (id),
  token bigint NOT NULL,
  desk uuid NOT NULL REFERENCES tranship.desks (id),
  person text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL,
  batch_id text
);
CREATE INDEX events_of_part ON tranship.part_events (part, id);
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.part_events
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

-- Which part each batch id was given for. A service that gives one id to two desks would make each take the file of the other
-- for its own: the queue of a desk refuses a repeated id, and knows only its own. In lower case, as capitals make no other id.
CREATE TABLE tranship.part_ids (
  destination text NOT NULL,
  batch_id text NOT NULL CHECK (length(batch_id) <= 200),
  part bigint NOT NULL REFERENCES tranship.parts (id),
  PRIMARY KEY (destination, batch_id)
);
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.part_ids
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

CREATE FUNCTION tranship.claim_id(for_part bigint, wanted_id text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  target text := (SELECT f.destination FROM tranship.parts p JOIN tranship.shared_files f ON f.id = p.file WHERE p.id = for_part);
  claimed text := lower(wanted_id);
BEGIN
  INSERT INTO tranship.part_ids (destination, batch_id, part) VALUES (target, claimed, for_part) ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM tranship.part_ids i
    WHERE i.destination = target AND i.batch_id = claimed AND i.part = for_part) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format(
      'The service has given the batch id %s for two parts. Ask the provider; nothing was sent under it twice.', wanted_id);
  END IF;
END
$$;

CREATE FUNCTION tranship.require_sender_at(desk uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_role('sender');
  PERFORM tranship.own_desk(desk);
END
$$;

CREATE FUNCTION tranship.lease_of(milliseconds integer) RETURNS interval
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF milliseconds IS NULL OR milliseconds NOT BETWEEN 1000 AND 3600000 THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'A part is held for a second to an hour.';
  END IF;
  RETURN milliseconds * interval '1 millisecond';
END
$$;

-- Gives the parts of a file to the team. Said again, after an answer that was lost, it changes nothing.
CREATE FUNCTION tranship.share_file(
  at_desk uuid, wanted uuid, content bytea, target text, called text, place text, known jsonb, ranges jsonb
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  INSERT INTO tranship.shared_files (id, sha256, destination, name, path, facts, desk, shared_by)
  VALUES (wanted, content, target, called, place, known, at_desk, session_user) ON CONFLICT (id) DO NOTHING;
  IF NOT FOUND THEN
    IF NOT EXISTS (SELECT FROM tranship.shared_files f
      WHERE f.id = wanted AND f.desk = at_desk AND f.sha256 = content AND f.destination = target) THEN
      RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('Another file was shared as %s.', wanted);
    END IF;
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT r.first, lag(r.past) OVER (ORDER BY r.first, r.past) AS before
      FROM jsonb_to_recordset(ranges) AS r (first bigint, past bigint)) AS neighbours
    WHERE neighbours.first < neighbours.before
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'The parts of a file must not have bytes in common.';
  END IF;
  WITH made AS (
    INSERT INTO tranship.parts (file, first, past, lines, sha256)
    SELECT wanted, r.first, r.past, r.lines, decode(r.sha256, 'hex')
    FROM jsonb_to_recordset(ranges) AS r (first bigint, past bigint, lines bigint, sha256 text) ORDER BY r.first
    RETURNING id
  )
  INSERT INTO tranship.part_events (part, token, desk, person, state)
  SELECT id, 0, at_desk, session_user, 'shared' FROM made ORDER BY id;
END
$$;

-- So many parts that are still to be sent a person may hold at once, on all desks: who takes them and does not send them
-- holds up the others. A desk sends 16 at once at most.
CREATE FUNCTION tranship.may_take(wanted integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- One taking of a person after another, so that none is counted without another one.
  PERFORM FROM tranship.desks d WHERE d.person = session_user::text ORDER BY d.id FOR NO KEY UPDATE;
  RETURN greatest(0, least(coalesce(wanted, 0), 100 - (
    SELECT count(*) FROM tranship.parts p
    WHERE p.status = 'open' AND p.person = session_user::text AND p.lease_until >= clock_timestamp()
      AND coalesce(p.batch ->> 'state', 'waiting') IN ('waiting', 'reserving', 'uploading'))));
END
$$;

-- Takes free parts for a desk: no other desk gets the same ones. A part that may have arrived is left for a while to the
-- desk that has its address. With resuming, a desk that was restarted takes what it held before, too.
CREATE FUNCTION tranship.take_parts(
  at_desk uuid, targets text[], but_not uuid[], wanted integer, lease_ms integer, resuming boolean
) RETURNS TABLE (
  id bigint, file uuid, first bigint, past bigint, lines bigint, sha256 text, batch jsonb, age_ms double precision,
  revision bigint, token bigint, token_before bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  lease interval := tranship.lease_of(lease_ms);
  most integer := wanted;
  here timestamptz;
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  IF NOT coalesce(resuming, false) THEN most := tranship.may_take(wanted); END IF;
  here := clock_timestamp();
  IF NOT coalesce(resuming, false) AND tranship.life_began() + lease > here THEN RETURN; END IF;
  -- Later than any lease ends: the clock of the server was set back. Who is still there renews it meanwhile.
  UPDATE tranship.parts p SET lease_until = here + interval '1 hour',
    left_to_desk_until = least(p.left_to_desk_until, here + interval '3 hours')
  WHERE p.id IN (SELECT q.id FROM tranship.parts q WHERE q.status = 'open'
    AND q.lease_until > here + interval '1 hour' FOR UPDATE SKIP LOCKED);
  RETURN QUERY
  WITH chosen AS (
    SELECT p.id, p.token FROM tranship.parts p JOIN tranship.shared_files f ON f.id = p.file
    WHERE p.status = 'open' AND f.destination = ANY (targets) AND f.id <> ALL (but_not)
      AND CASE WHEN resuming THEN p.holder = at_desk ELSE
        (p.lease_until IS NULL OR p.lease_until < here)
        AND (p.address_desk IS NULL OR p.address_desk = at_desk
          OR p.batch #>> '{delivery,mayHaveArrived}' IS DISTINCT FROM 'true'
          OR p.left_to_desk_until IS NULL OR p.left_to_desk_until < here) END
    ORDER BY p.address_desk IS NOT DISTINCT FROM at_desk DESC, p.holder IS NOT DISTINCT FROM at_desk DESC, p.id
    LIMIT coalesce(most, 0) FOR UPDATE OF p SKIP LOCKED
  ), taken AS (
    UPDATE tranship.parts p SET token = p.token + 1, writes = 0, revision = p.revision + 1, holder = at_desk,
      person = session_user, lease_until = here + lease, left_to_desk_until = here + 3 * lease
    FROM chosen WHERE p.id = chosen.id
    RETURNING p.*, chosen.token AS token_before
  ), noted AS (
    INSERT INTO tranship.part_events (part, token, desk, person, state, batch_id)
    SELECT t.id, t.token, at_desk, session_user, 'taken', t.batch #>> '{delivery,batchId}' FROM taken t
  )
  SELECT t.id, t.file, t.first, t.past, t.lines, encode(t.sha256, 'hex'), t.batch,
    (extract(epoch FROM here - t.written_at) * 1000)::double precision, t.revision, t.token, t.token_before
  FROM taken t ORDER BY t.id;
END
$$;

-- Gives back parts that a desk got shortly before a new life of the ledger, which does not know of it. No token is higher
-- than the ledger's otherwise. Until the desk renews the leases, they are as long as any.
CREATE FUNCTION tranship.hold_again(at_desk uuid, held bigint[], tokens bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  here timestamptz := clock_timestamp();
BEGIN
  IF tranship.life_began() < here - interval '1 hour' THEN RETURN; END IF;
  WITH again AS (
    UPDATE tranship.parts p SET token = mine.token, writes = 0, revision = p.revision + 1, holder = at_desk,
      person = session_user, lease_until = here + interval '1 hour', left_to_desk_until = here + interval '1 hour'
    FROM unnest(held, tokens) AS mine (part, token)
    WHERE p.id = mine.part AND p.status = 'open' AND mine.token - p.token BETWEEN 1 AND 3
      AND (p.lease_until IS NULL OR p.lease_until < here OR p.holder = at_desk)
    RETURNING p.id, p.token, p.batch
  )
  INSERT INTO tranship.part_events (part, token, desk, person, state, batch_id)
  SELECT a.id, a.token, at_desk, session_user, 'taken', a.batch #>> '{delivery,batchId}' FROM again a;
END
$$;

-- Renews the leases of the parts that a desk still holds, and says which those are.
CREATE FUNCTION tranship.keep_leases(at_desk uuid, held bigint[], tokens bigint[], lease_ms integer) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  lease interval := tranship.lease_of(lease_ms);
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  PERFORM tranship.hold_again(at_desk, held, tokens);
  RETURN QUERY
  UPDATE tranship.parts p SET lease_until = clock_timestamp() + lease, left_to_desk_until = clock_timestamp() + 3 * lease
  FROM unnest(held, tokens) AS mine (part, token)
  WHERE p.id = mine.part AND p.token = mine.token AND p.holder = at_desk AND p.status = 'open'
  RETURNING p.id;
END
$$;

-- Writes what a desk is about to do with a part, or has done. NULL: the desk does not hold it any more, or has written
-- something later; nothing is written then.
CREATE FUNCTION tranship.write_part(
  at_desk uuid, wanted bigint, with_token bigint, number bigint, now_is jsonb, has_address boolean, becomes text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before tranship.parts%ROWTYPE;
  id_now text := now_is #>> '{delivery,batchId}';
  said bigint;
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  IF becomes IS NULL OR becomes NOT IN ('held', 'free', 'done') OR now_is ->> 'state' IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'A part is held, free or done, and its batch has a state.';
  END IF;
  PERFORM tranship.hold_again(at_desk, ARRAY[wanted], ARRAY[with_token]);
  -- The last word on it, said again after an answer that was lost, changes nothing.
  SELECT p.revision INTO said FROM tranship.parts p WHERE p.id = wanted AND p.token = with_token AND CASE becomes
    WHEN 'done' THEN p.status = 'done' AND p.holder = at_desk
    WHEN 'free' THEN p.status = 'open' AND p.holder IS NULL END;
  IF FOUND THEN RETURN said; END IF;
  -- What another desk holds is not even locked: a transaction that stays open would let its lease lapse.
  IF NOT EXISTS (SELECT FROM tranship.parts p WHERE p.id = wanted AND p.holder = at_desk AND p.token = with_token) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM tranship.parts p WHERE p.id = wanted FOR UPDATE;
  -- Looked at once the row is ours: to wait for it may have taken the rest of the lease.
  IF NOT FOUND OR before.token <> with_token OR before.holder IS DISTINCT FROM at_desk OR before.status <> 'open'
    OR before.writes >= number OR before.lease_until IS NULL OR before.lease_until < clock_timestamp() THEN
    RETURN NULL;
  END IF;
  IF id_now IS NOT NULL AND before.batch #>> '{delivery,batchId}' IS DISTINCT FROM id_now THEN
    PERFORM tranship.claim_id(wanted, id_now);
  END IF;
  UPDATE tranship.parts p SET batch = now_is, writes = number, written_at = clock_timestamp(), revision = p.revision + 1,
    status = CASE becomes WHEN 'done' THEN 'done' ELSE 'open' END,
    holder = CASE becomes WHEN 'free' THEN NULL ELSE p.holder END,
    person = CASE becomes WHEN 'free' THEN NULL ELSE p.person END,
    lease_until = CASE becomes WHEN 'held' THEN p.lease_until END,
    left_to_desk_until = CASE becomes WHEN 'held' THEN p.left_to_desk_until END,
    address_desk = CASE
      WHEN has_address THEN at_desk
      WHEN p.batch #>> '{delivery,batchId}' = id_now AND p.address_desk <> at_desk
        AND now_is ->> 'state' IN ('uploading', 'verifying', 'unknown') THEN p.address_desk
    END
  WHERE p.id = wanted;
  IF becomes = 'free' OR before.batch ->> 'state' IS DISTINCT FROM now_is ->> 'state'
    OR before.batch #>> '{delivery,batchId}' IS DISTINCT FROM id_now
    OR before.batch #>> '{delivery,mayHaveArrived}' IS DISTINCT FROM now_is #>> '{delivery,mayHaveArrived}' THEN
    INSERT INTO tranship.part_events (part, token, desk, person, state, batch_id) VALUES (
      wanted, with_token, at_desk, session_user,
      CASE WHEN becomes = 'free' THEN 'given-back' ELSE now_is ->> 'state' END, id_now);
  END IF;
  RETURN before.revision + 1;
END
$$;

-- What a person decides about a part: to try again what ended without success, to give up what cannot have arrived, or to send
-- again, under a new id, what may have. The last is taken from the desk that holds it: it only asks the service, and what it
-- writes afterwards does not count. NULL: the part is not as it was known, or not free for that.
CREATE FUNCTION tranship.decide_part(
  at_desk uuid, wanted bigint, known_revision bigint, now_is jsonb, becomes text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before tranship.parts%ROWTYPE;
  in_doubt boolean;
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  -- What another desk holds is not even locked, as in write_part.
  IF NOT EXISTS (SELECT FROM tranship.parts p WHERE p.id = wanted AND p.revision = known_revision
    AND (p.lease_until IS NULL OR p.lease_until < clock_timestamp() OR p.batch ->> 'state' = 'unknown')) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM tranship.parts p WHERE p.id = wanted FOR UPDATE;
  in_doubt := coalesce(before.status = 'open' AND before.batch ->> 'state' = 'unknown'
    AND now_is ->> 'state' = 'waiting' AND now_is #>> '{delivery,batchId}' IS NULL
    AND now_is -> 'abandoned' ? (before.batch #>> '{delivery,batchId}'), false);
  IF before.id IS NULL OR before.revision IS DISTINCT FROM known_revision
    OR (before.lease_until >= clock_timestamp() AND NOT in_doubt) THEN
    RETURN NULL;
  END IF;
  IF NOT coalesce(CASE becomes
    WHEN 'free' THEN in_doubt OR (before.status = 'done' AND before.batch ->> 'state' IN ('failed', 'cancelled'))
    WHEN 'done' THEN before.status = 'open' AND now_is ->> 'state' = 'cancelled'
      AND before.batch #>> '{delivery,mayHaveArrived}' IS DISTINCT FROM 'true' END, false) THEN
    RETURN NULL;
  END IF;
  UPDATE tranship.parts p SET batch = now_is, written_at = clock_timestamp(), revision = p.revision + 1,
    token = p.token + 1, writes = 0, status = CASE becomes WHEN 'done' THEN 'done' ELSE 'open' END,
    holder = NULL, person = NULL, lease_until = NULL, address_desk = NULL, left_to_desk_until = NULL
  WHERE p.id = wanted;
  INSERT INTO tranship.part_events (part, token, desk, person, state, batch_id) VALUES (
    wanted, before.token + 1, at_desk, session_user,
    CASE becomes WHEN 'done' THEN 'cancelled' ELSE 'tried-again' END, now_is #>> '{delivery,batchId}');
  RETURN before.revision + 1;
END
$$;

ALTER TABLE tranship.shared_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.part_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.part_ids ENABLE ROW LEVEL SECURITY;
CREATE POLICY trusted ON tranship.shared_files FOR SELECT TO ${team}
  USING (tranship.has_role('checker', 'sender', 'administrator'));
CREATE POLICY trusted ON tranship.parts FOR SELECT TO ${team}
  USING (tranship.has_role('checker', 'sender', 'administrator'));
CREATE POLICY trusted ON tranship.part_events FOR SELECT TO ${team}
  USING (tranship.has_role('checker', 'sender', 'administrator'));
GRANT SELECT ON tranship.shared_files, tranship.parts, tranship.part_events TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.share_file(uuid, uuid, bytea, text, text, text, jsonb, jsonb),
  tranship.take_parts(uuid, text[], uuid[], integer, integer, boolean),
  tranship.keep_leases(uuid, bigint[], bigint[], integer),
  tranship.write_part(uuid, bigint, bigint, bigint, jsonb, boolean, text),
  tranship.decide_part(uuid, bigint, bigint, jsonb, text) TO ${team};
`;
