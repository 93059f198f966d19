/** @file Version 1 of the team ledger: who has which role, given and withdrawn by whom. See [Note: Who may write]. */

import type { LedgerRoles } from './ledger-roles.ts';

export const foundation = ({ owner, team }: LedgerRoles): string => `
GRANT USAGE ON SCHEMA tranship TO ${team};
ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Rows are never deleted: who had which role, and when, is part of what an auditor asks.
CREATE TABLE tranship.appointments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person text NOT NULL,
  role text NOT NULL CHECK (role IN ('maker', 'checker', 'sender', 'administrator')),
  given_by text NOT NULL,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_by text,
  withdrawn_at timestamptz,
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL))
);
CREATE UNIQUE INDEX one_appointment ON tranship.appointments (person, role) WHERE withdrawn_at IS NULL;

-- Whether the person who is signed in has one of these roles.
CREATE FUNCTION tranship.has_role(VARIADIC wanted text[]) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- A transaction that sees the ledger as it was when it began would still find a role that was withdrawn since.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001',
      MESSAGE = 'The team ledger takes only transactions of the isolation level “read committed”.';
  END IF;
  -- What a desk was told outlasts a crash, also where the server is not to wait for its disk.
  IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  RETURN EXISTS (
    SELECT FROM tranship.appointments
    WHERE person = session_user::text AND role = ANY (wanted) AND withdrawn_at IS NULL
  );
END
$$;

CREATE FUNCTION tranship.require_role(wanted text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT tranship.has_role(wanted) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001',
      MESSAGE = format('%s does not have the role “%s” in this ledger.', session_user, wanted);
  END IF;
END
$$;

-- The first administrator is appointed by who sets up the ledger; for all others see give_role.
CREATE FUNCTION tranship.appoint(whom text, wanted text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  login pg_catalog.pg_roles%ROWTYPE;
BEGIN
  SELECT * INTO login FROM pg_catalog.pg_roles WHERE rolname = whom;
  IF NOT FOUND OR NOT login.rolcanlogin THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('There is no login “%s” in this database.', whom);
  END IF;
  -- Who can write to the tables, or become another, must not be one of those whom the tables hold to their roles.
  IF login.rolsuper OR login.rolcreaterole OR pg_has_role(whom::name, current_user, 'MEMBER') THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001',
      MESSAGE = format('“%s” can change the ledger itself, and so can have no role in it.', whom);
  END IF;
  INSERT INTO tranship.appointments (person, role, given_by) VALUES (whom, wanted, session_user)
  ON CONFLICT (person, role) WHERE withdrawn_at IS NULL DO NOTHING;
  EXECUTE format('GRANT %s TO %I', ${literal(team)}, whom);
END
$$;

CREATE FUNCTION tranship.give_role(whom text, wanted text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_role('administrator');
  IF whom = session_user::text THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'Another administrator has to give you a role.';
  END IF;
  PERFORM tranship.appoint(whom, wanted);
END
$$;

CREATE FUNCTION tranship.withdraw_role(whom text, wanted text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_role('administrator');
  -- Of two administrators who withdraw each other's role at the same moment, the second one is none any more.
  PERFORM FROM tranship.appointments WHERE role = 'administrator' AND withdrawn_at IS NULL ORDER BY id FOR UPDATE;
  PERFORM tranship.require_role('administrator');
  -- So that there is always an administrator.
  IF whom = session_user::text THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'Another administrator has to withdraw your roles.';
  END IF;
  UPDATE tranship.appointments SET withdrawn_by = session_user, withdrawn_at = clock_timestamp()
  WHERE person = whom AND role = wanted AND withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('“%s” does not have the role “%s”.', whom, wanted);
  END IF;
  IF NOT EXISTS (SELECT FROM tranship.appointments WHERE person = whom AND withdrawn_at IS NULL)
    AND EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = whom) THEN
    EXECUTE format('REVOKE %s FROM %I', ${literal(team)}, whom);
  END IF;
END
$$;

ALTER TABLE tranship.appointments ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON tranship.appointments FOR SELECT TO ${team}
  USING (tranship.has_role('maker', 'checker', 'sender', 'administrator'));
GRANT SELECT ON tranship.appointments, tranship.versions TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.has_role(text[]), tranship.require_role(text),
  tranship.give_role(text, text), tranship.withdraw_role(text, text) TO ${team};
`;

/** A quoted name as a text of SQL. */
const literal = (quotedName: string): string => `'${quotedName.replaceAll("'", "''")}'`;
