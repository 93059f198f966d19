/**
 * @file Version 3 of the team ledger: the desks, and when each was last heard of. See [Note: Who may write].
 *
 * [Note: A life of the ledger] A standby that takes over, and a backup that is restored, may lack what was committed last before:
 * each begins a new life of the ledger. For a while after that, it gives nothing to desks that it may have given already, and
 * the desks tell it again what it lacks. The first life lacks nothing.
 *
 * Where the whole disk of a server is put back, such as a snapshot of a virtual machine, the server itself cannot tell. But a
 * desk has heard how far its log was, and says so with its next hello; one that was started since finds it out by its history.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const desks = ({ team }: LedgerRoles): string => `
CREATE TABLE tranship.desks (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (btrim(name) <> '' AND length(name) <= 200),
  -- The login that said hello first: what a desk does is done by this person.
  person text NOT NULL,
  program text NOT NULL CHECK (length(program) <= 100),
  first_seen timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE tranship.lives (
  life text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Another server, another timeline of its history after a standby took over, or another database on it.
CREATE FUNCTION tranship.this_life() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT format('%s %s %s',
    (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), oid)
  FROM pg_database WHERE datname = current_database() AND NOT pg_is_in_recovery()
$$;
INSERT INTO tranship.lives VALUES (tranship.this_life(), '-infinity');

-- Since when the ledger has this life; from now on where no desk has said hello in it.
CREATE FUNCTION tranship.life_began() RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN coalesce((SELECT begun_at FROM tranship.lives WHERE life = tranship.this_life()), clock_timestamp());
END
$$;

-- Any role of the ledger.
CREATE FUNCTION tranship.require_member() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT tranship.has_role('maker', 'checker', 'sender', 'administrator') THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('%s has no role in this ledger.', session_user);
  END IF;
END
$$;

-- For how long the ledger has its present life, in ms; NULL in the first one, which lacks nothing.
CREATE FUNCTION tranship.life_age() RETURNS double precision
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  began timestamptz := tranship.life_began();
BEGIN
  PERFORM tranship.require_member();
  RETURN CASE WHEN began > '-infinity' THEN extract(epoch FROM clock_timestamp() - began) * 1000 END;
END
$$;

-- A desk is there, under its name and the program that it runs. Returns how far the ledger is, which the desk says the next time.
CREATE FUNCTION tranship.hello(desk uuid, called text, runs text, heard text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  this_one text := tranship.this_life();
  -- What is on the disk: no crash takes that back.
  reached pg_lsn := pg_current_wal_flush_lsn();
  was_put_back boolean := starts_with(heard, this_one) AND split_part(heard, ' ', 4)::pg_lsn > reached;
BEGIN
  PERFORM tranship.require_member();
  INSERT INTO tranship.desks (id, name, person, program) VALUES (desk, called, session_user, runs)
  ON CONFLICT (id) DO UPDATE SET name = called, program = runs, last_seen = clock_timestamp()
  WHERE tranship.desks.person = session_user::text;
  IF NOT FOUND THEN PERFORM tranship.own_desk(desk); END IF;
  -- Begun later than now: the clock of the server was set back since.
  INSERT INTO tranship.lives (life) VALUES (this_one) ON CONFLICT (life) DO UPDATE SET begun_at = clock_timestamp()
  WHERE was_put_back OR tranship.lives.begun_at > clock_timestamp();
  RETURN format('%s %s', this_one, reached);
END
$$;

-- Fails unless the desk is of the person who is signed in.
CREATE FUNCTION tranship.own_desk(wanted uuid) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_member();
  IF NOT EXISTS (SELECT FROM tranship.desks WHERE id = wanted AND person = session_user::text) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001',
      MESSAGE = format('The desk %s is not one of %s: use a data folder of your own.', wanted, session_user);
  END IF;
END
$$;

-- No person reads or writes it in another way.
ALTER TABLE tranship.lives ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.desks ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON tranship.desks FOR SELECT TO ${team}
  USING (tranship.has_role('maker', 'checker', 'sender', 'administrator'));
GRANT SELECT ON tranship.desks TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.require_member(), tranship.hello(uuid, text, text, text), tranship.own_desk(uuid),
  tranship.life_age() TO ${team};
`;
