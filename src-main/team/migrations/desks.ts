/** @file Version 3 of the team ledger: the desks, and when each was last heard of. See [Note: Who may write]. */

import type { LedgerRoles } from '../migrations.ts';

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

-- Any role of the ledger.
CREATE FUNCTION tranship.require_member() RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT tranship.has_role('maker', 'checker', 'sender', 'administrator') THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('%s has no role in this ledger.', session_user);
  END IF;
END
$$;

-- A desk is there, under its name and the program that it runs.
CREATE FUNCTION tranship.hello(desk uuid, called text, runs text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_member();
  INSERT INTO tranship.desks (id, name, person, program) VALUES (desk, called, session_user, runs)
  ON CONFLICT (id) DO UPDATE SET name = called, program = runs, last_seen = clock_timestamp()
  WHERE tranship.desks.person = session_user::text;
  IF NOT FOUND THEN PERFORM tranship.own_desk(desk); END IF;
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

ALTER TABLE tranship.desks ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON tranship.desks FOR SELECT TO ${team}
  USING (tranship.has_role('maker', 'checker', 'sender', 'administrator'));
GRANT SELECT ON tranship.desks TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.require_member(), tranship.hello(uuid, text, text), tranship.own_desk(uuid) TO ${team};
`;
