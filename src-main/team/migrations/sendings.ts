/**
 * @file The version of the team ledger that knows what each desk sends, announced before its first byte leaves, so that no other
 * desk sends the same. See [Note: Who may write] and [Note: Who sees whom].
 *
 * [Note: Who sees whom] A desk stores what it wants to send with its modification ids, then announces it. Announcements to one
 * destination happen one after the other, by the lock of its row. So of any two, the later one sees the earlier one with all of
 * its ids, and the earlier one need not look at the later one: of two at the same moment exactly one is held.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const sendings = ({ team }: LedgerRoles): string => `
-- Destinations by a number, which is what millions of ids are stored with.
CREATE TABLE tranship.places (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  destination text NOT NULL UNIQUE CHECK (btrim(destination) <> ''),
  announced bigint NOT NULL DEFAULT 0
);

-- The ids are enciphered, so that this database alone does not tell them.
CREATE TABLE tranship.id_salt (id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), salt bytea NOT NULL);
INSERT INTO tranship.id_salt (salt)
SELECT sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);

CREATE TABLE tranship.sendings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place int NOT NULL REFERENCES tranship.places,
  desk uuid NOT NULL REFERENCES tranship.desks,
  person text NOT NULL,
  -- What the desk calls it.
  submission text NOT NULL CHECK (length(submission) BETWEEN 1 AND 100),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  file_name text NOT NULL CHECK (btrim(file_name) <> '' AND length(file_name) <= 1000),
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object' AND octet_length(figures::text) < 1000000),
  -- Equal for files with the same number of transactions, sums and days; null where these say nothing.
  alike bytea,
  reason text CHECK (length(reason) <= 10000),
  -- The buckets of its ids are numbered by so many bits; null where its ids are not known.
  level smallint CHECK (level BETWEEN 0 AND 30),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  announced_at timestamptz,
  -- For what was approved before its desk used this ledger for it: when, as the desk says. It was announced only later.
  sent_at timestamptz,
  -- Among those to the same destination.
  position bigint,
  withdrawn_at timestamptz,
  -- Of how many batches the ids no longer count, since the service has refused them as a whole.
  refused int NOT NULL DEFAULT 0 CHECK (refused >= 0),
  CHECK ((announced_at IS NULL) = (position IS NULL)),
  UNIQUE (place, position)
);
CREATE UNIQUE INDEX one_sending ON tranship.sendings (desk, submission, place) WHERE withdrawn_at IS NULL;
CREATE INDEX sendings_of_content ON tranship.sendings (place, sha256);
CREATE INDEX sendings_alike ON tranship.sendings (place, alike) WHERE alike IS NOT NULL;

-- The ids of a sending in order, 8 bytes each: those that begin with the same bits are in one bucket, some 50 of them. So
-- every lookup reads one short row for each sending.
CREATE TABLE tranship.id_buckets (
  place int NOT NULL,
  level smallint NOT NULL,
  bucket int NOT NULL,
  sending bigint NOT NULL REFERENCES tranship.sendings,
  ids bytea NOT NULL CHECK (octet_length(ids) % 8 = 0),
  PRIMARY KEY (place, level, bucket, sending)
);
ALTER TABLE tranship.id_buckets ALTER COLUMN ids SET STORAGE EXTERNAL;
CREATE INDEX buckets_of_sending ON tranship.id_buckets USING brin (sending);

-- Those of an announced sending that came to nothing: they hold up no one, and can still be found.
CREATE TABLE tranship.refused_ids (LIKE tranship.id_buckets INCLUDING CONSTRAINTS INCLUDING STORAGE,
  PRIMARY KEY (place, level, bucket, sending), FOREIGN KEY (sending) REFERENCES tranship.sendings);

-- Row-level security shows nothing to others, which must not look as if there were nothing.
CREATE FUNCTION tranship.require_reader() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT tranship.has_role('checker', 'sender', 'administrator') THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format(
      '%s has no role in this ledger that sees what others sent: sender, checker or administrator.', session_user);
  END IF;
END
$$;

-- The key for the ids of a destination.
CREATE FUNCTION tranship.id_key(target text) RETURNS bytea
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_reader();
  RETURN (SELECT sha256(salt || sha256(convert_to(target, 'UTF8'))) FROM tranship.id_salt);
END
$$;

-- Equal for files with the same number of transactions, sums and days; null where these say nothing.
CREATE FUNCTION tranship.alike_of(shown jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN jsonb_array_length(shown #> '{totals,sums}') > 0 OR (shown #>> '{totals,days}')::bigint > 0
    THEN sha256(convert_to((shown -> 'transactions')::text || (shown -> 'totals')::text, 'UTF8')) END
$$;

-- What a person at a desk of theirs wants to send, which others do not see yet. Called again, it is the same.
CREATE FUNCTION tranship.begin_sending(
  at_desk uuid, called text, content bytea, target text, name text, shown jsonb, why text
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  at_place int;
  made bigint;
BEGIN
  PERFORM tranship.require_role('sender');
  PERFORM tranship.own_desk(at_desk);
  INSERT INTO tranship.places (destination) VALUES (target) ON CONFLICT (destination) DO NOTHING;
  SELECT id INTO at_place FROM tranship.places WHERE destination = target;
  SELECT id INTO made FROM tranship.sendings
  WHERE desk = at_desk AND submission = called AND place = at_place AND withdrawn_at IS NULL AND sha256 = content
    -- That it was sent before is no way around what is asked of what is to be sent.
    AND sent_at IS NULL;
  IF FOUND THEN
    UPDATE tranship.sendings SET reason = coalesce(why, reason) WHERE id = made;
    RETURN made;
  END IF;
  -- Of other bytes: the file was replaced before anything of it was sent.
  PERFORM tranship.withdraw_sending(id, false) FROM tranship.sendings
  WHERE desk = at_desk AND submission = called AND place = at_place AND withdrawn_at IS NULL;
  INSERT INTO tranship.sendings (place, desk, person, submission, sha256, file_name, figures, alike, reason)
  VALUES (at_place, at_desk, session_user, called, content, name, shown, tranship.alike_of(shown), why)
  RETURNING id INTO made;
  RETURN made;
END
$$;

-- What a person's desk has sent, or is sending, since before it used this ledger for it; so many milliseconds ago, since no clock
-- of a desk is trusted. What the desk has announced already stays as it is.
CREATE FUNCTION tranship.begin_sent(
  at_desk uuid, called text, content bytea, target text, name text, shown jsonb, ago_ms double precision
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  at_place int;
  known tranship.sendings%ROWTYPE;
  made bigint;
BEGIN
  PERFORM tranship.require_role('sender');
  PERFORM tranship.own_desk(at_desk);
  INSERT INTO tranship.places (destination) VALUES (target) ON CONFLICT (destination) DO NOTHING;
  SELECT id INTO at_place FROM tranship.places WHERE destination = target;
  SELECT * INTO known FROM tranship.sendings
  WHERE desk = at_desk AND submission = called AND place = at_place AND withdrawn_at IS NULL;
  IF FOUND AND known.sha256 = content AND (known.sent_at IS NOT NULL OR known.announced_at IS NOT NULL) THEN
    RETURN known.id;
  END IF;
  IF known.id IS NOT NULL THEN PERFORM tranship.withdraw_sending(known.id, false); END IF;
  INSERT INTO tranship.sendings (place, desk, person, submission, sha256, file_name, figures, alike, sent_at)
  VALUES (at_place, at_desk, session_user, called, content, name, shown, tranship.alike_of(shown),
    clock_timestamp() - make_interval(secs => least(greatest(ago_ms, 0), 1e12) / 1000))
  RETURNING id INTO made;
  RETURN made;
END
$$;

-- One of the person's own that was not withdrawn.
CREATE FUNCTION tranship.own_sending(wanted bigint) RETURNS tranship.sendings
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_one tranship.sendings%ROWTYPE;
BEGIN
  PERFORM tranship.require_role('sender');
  SELECT * INTO found_one FROM tranship.sendings
  WHERE id = wanted AND person = session_user::text AND withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('There is no sending %s of %s.', wanted, session_user);
  END IF;
  RETURN found_one;
END
$$;

-- Buckets in order from the first one, whose ids have these lengths in bytes. What is stored already stays as it is; once the
-- sending is announced, it has all of them.
CREATE FUNCTION tranship.store_ids(wanted bigint, bits smallint, first int, lengths int[], ids bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  IF own.announced_at IS NOT NULL THEN RETURN; END IF;
  INSERT INTO tranship.id_buckets (place, level, bucket, sending, ids)
  SELECT own.place, bits, first + number - 1, wanted, substr(store_ids.ids, (ends - length)::int + 1, length)
  FROM (SELECT length, number::int, sum(length) OVER (ORDER BY number) AS ends
    FROM unnest(lengths) WITH ORDINALITY AS parts (length, number)) AS cut
  WHERE length > 0
  ON CONFLICT DO NOTHING;
END
$$;

-- The service has refused all lines with these ids, which are in buckets as in store_ids. Only what the sending has is refused.
CREATE FUNCTION tranship.refuse_ids(wanted bigint, first int, lengths int[], ids bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
  one record;
  kept bytea;
  refused bytea;
BEGIN
  IF own.announced_at IS NULL OR own.level IS NULL THEN RETURN; END IF;
  FOR one IN
    SELECT first + number - 1 AS bucket, substr(refuse_ids.ids, (ends - length)::int + 1, length) AS part
    FROM (SELECT length, number::int, sum(length) OVER (ORDER BY number) AS ends
      FROM unnest(lengths) WITH ORDINALITY AS parts (length, number)) AS cut
    WHERE length > 0
  LOOP
    SELECT string_agg(piece, ''::bytea ORDER BY at) FILTER (WHERE NOT came_back),
      string_agg(piece, ''::bytea ORDER BY at) FILTER (WHERE came_back) INTO kept, refused
    FROM (
      SELECT at, substr(near.ids, at + 1, 8) AS piece,
        EXISTS (SELECT FROM generate_series(0, octet_length(one.part) - 8, 8) AS other
          WHERE substr(one.part, other + 1, 8) = substr(near.ids, at + 1, 8)) AS came_back
      FROM tranship.id_buckets near CROSS JOIN LATERAL generate_series(0, octet_length(near.ids) - 8, 8) AS at
      WHERE near.place = own.place AND near.level = own.level AND near.bucket = one.bucket AND near.sending = own.id
    ) AS pieces;
    CONTINUE WHEN refused IS NULL;
    INSERT INTO tranship.refused_ids AS earlier (place, level, bucket, sending, ids)
    VALUES (own.place, own.level, one.bucket, own.id, refused)
    ON CONFLICT (place, level, bucket, sending) DO UPDATE SET ids = earlier.ids || excluded.ids;
    UPDATE tranship.id_buckets near SET ids = coalesce(kept, ''::bytea)
    WHERE near.place = own.place AND near.level = own.level AND near.bucket = one.bucket AND near.sending = own.id;
  END LOOP;
END
$$;

-- All ids of so many refused batches were told.
CREATE FUNCTION tranship.note_refused(wanted bigint, batches int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  UPDATE tranship.sendings SET refused = batches WHERE id = own.id;
END
$$;

-- From now on others see it. Called again, it is the same. Shortly after a new life of the ledger, others may have announced what
-- it does not know of: only what was announced before is taken then. See [Note: A life of the ledger].
CREATE FUNCTION tranship.announce(wanted bigint, bits smallint, announced_already boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
  turn bigint;
BEGIN
  IF own.announced_at IS NOT NULL THEN RETURN; END IF;
  IF NOT announced_already AND own.sent_at IS NULL AND tranship.life_began() > clock_timestamp() - interval '1 minute' THEN
    RAISE EXCEPTION USING ERRCODE = '57P03',
      MESSAGE = 'it has just been taken over by another server, and hears first what other desks have sent';
  END IF;
  UPDATE tranship.places SET announced = announced + 1 WHERE id = own.place RETURNING announced INTO turn;
  UPDATE tranship.sendings SET position = turn, announced_at = clock_timestamp(), level = bits
  WHERE id = wanted AND announced_at IS NULL;
END
$$;

-- What other desks announced to the same destination before with the same content, or with the same figures.
CREATE FUNCTION tranship.announced_before(wanted bigint) RETURNS TABLE (sending bigint, same boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  RETURN QUERY
  SELECT s.id, s.sha256 = own.sha256 FROM tranship.sendings s
  WHERE s.place = own.place AND (s.sha256 = own.sha256 OR s.alike = own.alike) AND s.desk <> own.desk
    AND s.withdrawn_at IS NULL AND s.announced_at IS NOT NULL AND (own.position IS NULL OR s.position < own.position)
  ORDER BY s.position;
END
$$;

-- By how many bits the ids of what other desks announced before are in buckets, and how many of them.
CREATE FUNCTION tranship.levels_before(wanted bigint) RETURNS TABLE (level smallint, files bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  RETURN QUERY
  SELECT s.level, count(*) FROM tranship.sendings s
  WHERE s.place = own.place AND s.position < own.position AND s.desk <> own.desk
    AND s.withdrawn_at IS NULL AND s.level IS NOT NULL
  GROUP BY s.level ORDER BY s.level;
END
$$;

-- The ids in these buckets of what other desks announced before. Each row is looked up by its index (OFFSET 0 keeps
-- PostgreSQL from joining otherwise): without statistics, which a table has only after a while, it would read all of them.
CREATE FUNCTION tranship.ids_before(wanted bigint, bits smallint, buckets int[])
RETURNS TABLE (sending bigint, ids bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  RETURN QUERY
  SELECT b.sending, string_agg(b.ids, ''::bytea) FROM unnest(buckets) AS one (bucket)
    CROSS JOIN LATERAL (
      SELECT near.sending, near.ids FROM tranship.id_buckets near
      WHERE near.place = own.place AND near.level = bits AND near.bucket = one.bucket OFFSET 0
    ) AS b
    CROSS JOIN LATERAL (
      SELECT FROM tranship.sendings s
      WHERE s.id = b.sending AND s.position < own.position AND s.desk <> own.desk AND s.withdrawn_at IS NULL OFFSET 0
    ) AS earlier
  GROUP BY b.sending;
END
$$;

-- Nothing of it was sent, or the service has refused all of it: then its ids can still be found.
CREATE FUNCTION tranship.withdraw_sending(wanted bigint, keeps_ids boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
BEGIN
  UPDATE tranship.sendings SET withdrawn_at = clock_timestamp() WHERE id = own.id;
  IF keeps_ids IS NOT TRUE THEN
    DELETE FROM tranship.id_buckets WHERE sending = own.id;
    DELETE FROM tranship.refused_ids WHERE sending = own.id;
  END IF;
END
$$;

-- Which announced sendings to a destination have these ids, by their numbers from 1. That the 8 bytes of one begin in the middle
-- of another is as improbable as that two are the same.
CREATE FUNCTION tranship.find_ids(target text, wanted bytea[]) RETURNS TABLE (number int, sending bigint, counts boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off AS $$
DECLARE
  at_place int;
BEGIN
  PERFORM tranship.require_reader();
  SELECT id INTO at_place FROM tranship.places WHERE destination = target;
  RETURN QUERY
  SELECT one.number, b.sending, b.counted AND s.withdrawn_at IS NULL
  FROM (
    SELECT numbered.number::int, numbered.id, get_byte(numbered.id, 0) + (get_byte(numbered.id, 1) << 8)
      + (get_byte(numbered.id, 2) << 16) + (get_byte(numbered.id, 3)::bigint << 24) AS word
    FROM unnest(wanted) WITH ORDINALITY AS numbered (id, number)
  ) AS one CROSS JOIN generate_series(0, 30) AS bits
    CROSS JOIN LATERAL (
      SELECT near.sending, true AS counted FROM tranship.id_buckets near
      WHERE near.place = at_place AND near.level = bits::smallint AND near.bucket = (one.word >> (32 - bits))::int
        AND position(one.id IN near.ids) > 0
      UNION ALL
      SELECT near.sending, false FROM tranship.refused_ids near
      WHERE near.place = at_place AND near.level = bits::smallint AND near.bucket = (one.word >> (32 - bits))::int
        AND position(one.id IN near.ids) > 0 OFFSET 0
    ) AS b JOIN tranship.sendings s ON s.id = b.sending AND s.announced_at IS NOT NULL;
END
$$;

ALTER TABLE tranship.places ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.id_salt ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.sendings ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.id_buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.refused_ids ENABLE ROW LEVEL SECURITY;
-- Who sends sees what others send; a maker sees what they sent themselves.
CREATE POLICY members_read ON tranship.places FOR SELECT TO ${team}
  USING ((SELECT tranship.has_role('maker', 'checker', 'sender', 'administrator')));
CREATE POLICY own_or_trusted ON tranship.sendings FOR SELECT TO ${team} USING (
  (SELECT tranship.has_role('checker', 'sender', 'administrator'))
  OR (person = session_user::text AND (SELECT tranship.has_role('maker'))));
GRANT SELECT ON tranship.places, tranship.sendings TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.require_reader(), tranship.id_key(text), tranship.begin_sending(uuid, text, bytea, text, text, jsonb, text),
  tranship.begin_sent(uuid, text, bytea, text, text, jsonb, double precision),
  tranship.store_ids(bigint, smallint, int, int[], bytea), tranship.announce(bigint, smallint, boolean),
  tranship.refuse_ids(bigint, int, int[], bytea), tranship.note_refused(bigint, int),
  tranship.announced_before(bigint), tranship.levels_before(bigint), tranship.ids_before(bigint, smallint, int[]),
  tranship.withdraw_sending(bigint, boolean), tranship.find_ids(text, bytea[]) TO ${team};
`;
