/**
 * @file Version 9 of the team ledger: a ledger that was put back waits until every desk that it may have forgotten something of has
 * told it all, or a person says that it is not waited for. See [Note: Who may write] and [Note: A life of the ledger].
 *
 * [Note: A generation of the ledger] Each life has a generation; where the ledger turns out to be older than what a desk has heard,
 * its life gets another one. A desk remembers what it heard last: how far the log was, the generation, and the latest sendings, of all
 * and its own. So it knows a ledger that was put back under its feet, also one in the same place, and also after it was ended.
 *
 * With each generation but the first, all desks of senders are waited for: those that the ledger knows, and those that other desks
 * remember. What is new is announced, and parts are taken, only when each has told what it knows.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const putBack = ({ team }: LedgerRoles): string => `
ALTER TABLE tranship.lives ADD COLUMN generation uuid NOT NULL DEFAULT gen_random_uuid();
-- Those that came before in this place. A desk that remembers one is not news.
CREATE TABLE tranship.past_generations (generation uuid PRIMARY KEY);
CREATE INDEX sendings_of_desk ON tranship.sendings (desk, id);

CREATE TABLE tranship.awaited_desks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  generation uuid NOT NULL,
  desk uuid NOT NULL,
  name text NOT NULL CHECK (length(name) <= 200),
  person text NOT NULL CHECK (length(person) <= 200),
  -- Null where only another desk knows it.
  last_seen timestamptz,
  named_by text,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  told_at timestamptz,
  -- Who said that it is not waited for any more, and why.
  excused_by text,
  excused_at timestamptz,
  reason text CHECK (length(reason) <= 10000),
  CHECK ((excused_by IS NULL) = (excused_at IS NULL) AND (excused_by IS NULL) = (reason IS NULL)),
  UNIQUE (generation, desk)
);
CREATE INDEX awaited_earlier ON tranship.awaited_desks (desk, excused_at);

-- The desks that may have announced something. Not those of which a person has said that they are not waited for, and that
-- were not heard since.
CREATE FUNCTION tranship.sending_desks() RETURNS SETOF tranship.desks
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.* FROM tranship.desks d
  WHERE EXISTS (SELECT FROM tranship.appointments a WHERE a.person = d.person AND a.role = 'sender')
    AND NOT EXISTS (SELECT FROM tranship.awaited_desks w WHERE w.desk = d.id AND w.excused_at > d.last_seen)
$$;

-- What each desk remembers of the others.
CREATE FUNCTION tranship.known_desks() RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_member();
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('desk', d.id, 'name', d.name, 'person', d.person) ORDER BY d.id), '[]')
    FROM tranship.sending_desks() d);
END
$$;

-- The number of the latest sending, of all or of one desk.
CREATE FUNCTION tranship.latest_sending(of_desk uuid) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN of_desk IS NULL THEN (SELECT coalesce(max(id), 0) FROM tranship.sendings)
    ELSE (SELECT coalesce(max(id), 0) FROM tranship.sendings s WHERE s.desk = of_desk) END
$$;

-- Whether the ledger is older than what a desk has heard of it in this life: see hello for the words of that.
CREATE FUNCTION tranship.is_older(known tranship.lives, at_desk uuid, heard text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  words text[] := string_to_array(heard, ' ');
BEGIN
  IF heard IS NULL OR NOT starts_with(heard, known.life || ' ') THEN RETURN false; END IF;
  IF words[5]::uuid <> known.generation THEN
    RETURN NOT EXISTS (SELECT FROM tranship.past_generations p WHERE p.generation = words[5]::uuid);
  END IF;
  -- What is on the disk: no crash takes that back.
  RETURN words[4]::pg_lsn > pg_current_wal_flush_lsn()
    OR coalesce(words[6]::bigint > tranship.latest_sending(NULL), false)
    OR coalesce(words[7]::bigint > tranship.latest_sending(at_desk), false);
END
$$;

-- Begins a generation, unless another desk has done so meanwhile. Unless it is certain, by what a desk has heard.
CREATE FUNCTION tranship.begin_generation(at_desk uuid, heard text, is_certain boolean) RETURNS tranship.lives
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  this_one text := tranship.this_life();
  known tranship.lives%ROWTYPE;
BEGIN
  LOCK TABLE tranship.lives IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO known FROM tranship.lives l WHERE l.life = this_one;
  IF FOUND AND NOT is_certain AND NOT tranship.is_older(known, at_desk, heard) THEN RETURN known; END IF;
  INSERT INTO tranship.past_generations
  SELECT one FROM unnest(ARRAY[known.generation, nullif(split_part(heard, ' ', 5), '')::uuid]) AS one WHERE one IS NOT NULL
  ON CONFLICT DO NOTHING;
  INSERT INTO tranship.lives (life) VALUES (this_one)
  ON CONFLICT (life) DO UPDATE SET begun_at = clock_timestamp(), generation = gen_random_uuid()
  RETURNING * INTO known;
  INSERT INTO tranship.awaited_desks (generation, desk, name, person, last_seen)
  SELECT known.generation, d.id, d.name, d.person, d.last_seen FROM tranship.sending_desks() d;
  RETURN known;
END
$$;

-- A desk is there, under its name and the program that it runs. Returns what it says the next time: the life, how far the log is,
-- the generation, and the latest sending of all and of this desk.
CREATE OR REPLACE FUNCTION tranship.hello(desk uuid, called text, runs text, heard text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  this_one text := tranship.this_life();
  known tranship.lives%ROWTYPE;
BEGIN
  PERFORM tranship.require_member();
  INSERT INTO tranship.desks (id, name, person, program) VALUES (hello.desk, called, session_user, runs)
  ON CONFLICT (id) DO UPDATE SET name = called, program = runs, last_seen = clock_timestamp()
  WHERE tranship.desks.person = session_user::text;
  IF NOT FOUND THEN PERFORM tranship.own_desk(hello.desk); END IF;
  SELECT * INTO known FROM tranship.lives l WHERE l.life = this_one;
  IF NOT FOUND OR tranship.is_older(known, hello.desk, heard) THEN
    known := tranship.begin_generation(hello.desk, heard, false);
  END IF;
  -- Begun later than now: the clock of the server was set back since.
  UPDATE tranship.lives l SET begun_at = clock_timestamp() WHERE l.life = this_one AND l.begun_at > clock_timestamp();
  -- One that the ledger has forgotten altogether.
  IF known.begun_at > '-infinity' AND split_part(heard, ' ', 5) <> known.generation::text THEN
    INSERT INTO tranship.awaited_desks (generation, desk, name, person)
    SELECT known.generation, d.id, d.name, d.person FROM tranship.sending_desks() d WHERE d.id = hello.desk
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN format('%s %s %s %s %s', this_one, pg_current_wal_flush_lsn(), known.generation,
    tranship.latest_sending(NULL), tranship.latest_sending(hello.desk));
END
$$;

-- A desk whose history has what the ledger lacks. Not again for each that comes back: it is waited for already.
CREATE FUNCTION tranship.history_is_lacking() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known tranship.lives%ROWTYPE;
BEGIN
  SELECT * INTO known FROM tranship.lives l WHERE l.life = tranship.this_life();
  IF known.begun_at < clock_timestamp() - interval '1 day' AND NOT EXISTS (
    SELECT FROM tranship.awaited_desks w WHERE w.generation = known.generation AND w.desk = NEW.desk
  ) THEN
    PERFORM tranship.begin_generation(NEW.desk, NULL, true);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER is_lacking AFTER INSERT ON tranship.events
  FOR EACH ROW WHEN (NEW.kind = 'ledger-put-back') EXECUTE FUNCTION tranship.history_is_lacking();

-- The generation; null in the first one, which lacks nothing.
CREATE FUNCTION tranship.later_generation() RETURNS uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT generation FROM tranship.lives WHERE life = tranship.this_life() AND begun_at > '-infinity'
$$;

-- What other desks remember, and the ledger may have forgotten.
CREATE FUNCTION tranship.name_desks(at_desk uuid, remembered jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_is uuid := tranship.later_generation();
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  IF now_is IS NULL THEN RETURN; END IF;
  IF jsonb_array_length(remembered) > 10000 THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'At most 10,000 desks are named at once.';
  END IF;
  INSERT INTO tranship.awaited_desks (generation, desk, name, person, named_by)
  SELECT now_is, one.desk, one.name, one.person, session_user
  FROM jsonb_to_recordset(remembered) AS one (desk uuid, name text, person text)
  WHERE NOT EXISTS (SELECT FROM tranship.desks d WHERE d.id = one.desk)
    AND NOT EXISTS (SELECT FROM tranship.awaited_desks w WHERE w.desk = one.desk AND w.excused_at IS NOT NULL)
  ON CONFLICT DO NOTHING;
END
$$;

-- In this generation, the desk has told all that it knows.
CREATE FUNCTION tranship.told_all(at_desk uuid, in_generation uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  UPDATE tranship.awaited_desks SET told_at = clock_timestamp()
  WHERE generation = in_generation AND generation = tranship.later_generation() AND desk = at_desk AND told_at IS NULL;
END
$$;

-- A person says that desks are not waited for: what these alone know may be sent again. Returns how many.
CREATE FUNCTION tranship.continue_without(missing uuid[], why text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  excused int;
BEGIN
  IF NOT tranship.has_role('sender', 'administrator') THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format(
      '%s does not have the role “sender” or “administrator” in this ledger.', session_user);
  END IF;
  PERFORM tranship.require_reason(why);
  UPDATE tranship.awaited_desks SET excused_by = session_user, excused_at = clock_timestamp(), reason = why
  WHERE generation = tranship.later_generation() AND desk = ANY (missing) AND told_at IS NULL AND excused_at IS NULL;
  GET DIAGNOSTICS excused = ROW_COUNT;
  IF excused = 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'The ledger waits for none of these desks.';
  END IF;
  RETURN excused;
END
$$;

-- Those that have not told yet what they know, and since when they are waited for.
CREATE FUNCTION tranship.still_awaited()
RETURNS TABLE (desk uuid, name text, person text, last_seen timestamptz, since timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM tranship.require_member();
  RETURN QUERY SELECT w.desk, w.name, w.person, w.last_seen, tranship.life_began() FROM tranship.awaited_desks w
  WHERE w.generation = tranship.later_generation() AND w.told_at IS NULL AND w.excused_at IS NULL ORDER BY w.name, w.id;
END
$$;

-- Fails while desks are waited for. First for a minute, in which those that are there name the others.
CREATE FUNCTION tranship.require_all_heard() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  began timestamptz := tranship.life_began();
  missing jsonb;
BEGIN
  PERFORM tranship.require_role('sender');
  IF began = '-infinity' THEN RETURN; END IF;
  SELECT jsonb_agg(jsonb_build_object('name', w.name, 'person', w.person) ORDER BY w.name, w.desk) INTO missing
  FROM tranship.still_awaited() w;
  IF missing IS NULL AND began <= clock_timestamp() - interval '1 minute' THEN RETURN; END IF;
  -- With a code of its own, so that desks tell people whom they wait for.
  RAISE EXCEPTION USING ERRCODE = 'TS003',
    MESSAGE = 'The ledger was put back to an earlier state, and hears first what other desks have sent.',
    DETAIL = jsonb_build_object('since', began, 'desks', coalesce(missing, '[]'));
END
$$;

CREATE OR REPLACE FUNCTION tranship.announce(wanted bigint, bits smallint, announced_already boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own tranship.sendings%ROWTYPE := tranship.own_sending(wanted);
  turn bigint;
BEGIN
  IF own.announced_at IS NOT NULL THEN RETURN; END IF;
  IF NOT announced_already AND own.sent_at IS NULL THEN PERFORM tranship.require_all_heard(); END IF;
  UPDATE tranship.places SET announced = announced + 1 WHERE id = own.place RETURNING announced INTO turn;
  UPDATE tranship.sendings SET position = turn, announced_at = clock_timestamp(), level = bits
  WHERE id = wanted AND announced_at IS NULL;
END
$$;

-- None while desks are waited for that may have sent some of them.
CREATE OR REPLACE FUNCTION tranship.may_take(wanted integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM tranship.still_awaited()) THEN RETURN 0; END IF;
  -- One taking of a person after another, so that none is counted without another one.
  PERFORM FROM tranship.desks d WHERE d.person = session_user::text ORDER BY d.id FOR NO KEY UPDATE;
  RETURN greatest(0, least(coalesce(wanted, 0), 100 - (
    SELECT count(*) FROM tranship.parts p
    WHERE p.status = 'open' AND p.person = session_user::text AND p.lease_until >= clock_timestamp()
      AND coalesce(p.batch ->> 'state', 'waiting') IN ('waiting', 'reserving', 'uploading'))));
END
$$;

-- What desks remember of parts, also of files that the ledger has forgotten and that are shared again.
CREATE TABLE tranship.told_parts (
  file uuid NOT NULL,
  first bigint NOT NULL,
  desk uuid NOT NULL REFERENCES tranship.desks,
  person text NOT NULL,
  -- With which the desk held the part; 0 where it knows only from others that the part is done.
  token bigint NOT NULL CHECK (token >= 0),
  batch jsonb NOT NULL CHECK (batch #> '{delivery,address}' IS NULL AND octet_length(batch::text) < 100000),
  has_address boolean NOT NULL,
  is_done boolean NOT NULL,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (file, first, desk)
);

-- What the desk that held a part last has told of it. What was going on is left to it for a lease; what may have arrived longer.
CREATE FUNCTION tranship.take_told(of_file uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  WITH latest AS (
    SELECT DISTINCT ON (t.first) t.* FROM tranship.told_parts t WHERE t.file = of_file
    ORDER BY t.first, t.is_done DESC, t.token DESC
  ), taken AS (
    UPDATE tranship.parts p SET batch = l.batch, written_at = l.told_at, revision = p.revision + 1, writes = 0,
      token = greatest(p.token, l.token), status = CASE WHEN l.is_done THEN 'done' ELSE 'open' END,
      holder = l.desk, person = l.person,
      lease_until = CASE WHEN NOT l.is_done THEN clock_timestamp() + interval '90 seconds' END,
      left_to_desk_until = CASE WHEN NOT l.is_done THEN clock_timestamp() + interval '270 seconds' END,
      address_desk = CASE WHEN l.has_address AND NOT l.is_done THEN l.desk END
    FROM latest l
    WHERE p.file = of_file AND p.first = l.first AND p.status = 'open'
      AND (l.is_done OR l.token > p.token OR (l.token = p.token AND p.holder IS NOT DISTINCT FROM l.desk))
    RETURNING p.id, p.token, p.holder, p.person, p.batch
  )
  INSERT INTO tranship.part_events (part, token, desk, person, state, batch_id)
  SELECT id, token, holder, person, batch ->> 'state', batch #>> '{delivery,batchId}' FROM taken;
END
$$;

-- Only while the desk is waited for: afterwards, others may have taken the parts.
CREATE FUNCTION tranship.tell_parts(at_desk uuid, of_file uuid, told jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_sender_at(at_desk);
  IF NOT EXISTS (SELECT FROM tranship.still_awaited() w WHERE w.desk = at_desk) THEN RETURN; END IF;
  IF jsonb_array_length(told) > 5000 THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'At most 5,000 parts are told at once.';
  END IF;
  INSERT INTO tranship.told_parts (file, first, desk, person, token, batch, has_address, is_done)
  SELECT of_file, one.first, at_desk, session_user, coalesce(one.token, 0), one.batch, one.has_address, one.is_done
  FROM jsonb_to_recordset(told) AS one (first bigint, token bigint, batch jsonb, has_address boolean, is_done boolean)
  ON CONFLICT (file, first, desk) DO UPDATE SET token = excluded.token, batch = excluded.batch,
    has_address = excluded.has_address, is_done = excluded.is_done, told_at = clock_timestamp();
  PERFORM tranship.take_told(of_file);
END
$$;

-- A file that is shared again has its parts as they were told.
CREATE FUNCTION tranship.parts_were_told() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.take_told(file) FROM (SELECT DISTINCT file FROM made) AS files;
  RETURN NULL;
END
$$;
CREATE TRIGGER were_told AFTER INSERT ON tranship.parts REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.parts_were_told();

ALTER TABLE tranship.told_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.past_generations ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.awaited_desks ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON tranship.awaited_desks FOR SELECT TO ${team}
  USING ((SELECT tranship.has_role('maker', 'checker', 'sender', 'administrator')));
GRANT SELECT ON tranship.awaited_desks TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.known_desks(), tranship.name_desks(uuid, jsonb), tranship.told_all(uuid, uuid),
  tranship.continue_without(uuid[], text), tranship.still_awaited(), tranship.tell_parts(uuid, uuid, jsonb), tranship.require_all_heard() TO ${team};
`;
