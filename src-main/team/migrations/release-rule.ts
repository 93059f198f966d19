/**
 * @file Version 8 of the team ledger: whether only what another person has released may be announced and shared, as its
 * administrators say. See [Note: Who may write].
 *
 * One rule for the whole ledger: with one for each destination, another spelling of a destination would be another rule.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const releaseRule = ({ team }: LedgerRoles): string => `
-- What administrators said of it, one after the other; the latest counts.
CREATE TABLE tranship.release_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- ending: one administrator has asked another one to end it. Until that one does, a release is required.
  word text NOT NULL CHECK (word IN ('required', 'ending', 'ended')),
  reason text NOT NULL CHECK (btrim(reason) <> '' AND length(reason) <= 10000),
  person text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The request that ends it, and whose it was.
  request bigint,
  asked_by text,
  UNIQUE (id, person),
  FOREIGN KEY (request, asked_by) REFERENCES tranship.release_rules (id, person),
  CHECK ((word = 'ended') = (request IS NOT NULL) AND (request IS NULL) = (asked_by IS NULL)),
  CONSTRAINT ended_by_two CHECK (asked_by <> person)
);
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tranship.release_rules
  FOR EACH STATEMENT EXECUTE FUNCTION tranship.never_changes();

-- Says that a release is required, which also takes a request to end that back; or asks to end it, or ends what another
-- administrator has asked to end. Returns the word that counts from now on.
CREATE FUNCTION tranship.require_release(wanted boolean, why text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  latest tranship.release_rules%ROWTYPE;
  next_word text;
BEGIN
  PERFORM tranship.require_role('administrator');
  PERFORM tranship.require_reason(why);
  -- Once all announcements under way are done, and before all later ones: see sending_is_released.
  LOCK TABLE tranship.release_rules IN EXCLUSIVE MODE;
  PERFORM tranship.require_role('administrator');
  SELECT * INTO latest FROM tranship.release_rules ORDER BY id DESC LIMIT 1;
  IF wanted IS NOT FALSE THEN
    IF latest.word = 'required' THEN
      RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = format('A release is required already, as %s said on %s UTC.',
        latest.person, to_char(latest.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
    END IF;
    next_word := 'required';
  ELSIF latest.word IS NULL OR latest.word = 'ended' THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'This ledger requires no release.';
  ELSIF latest.word = 'ending' AND latest.person = session_user::text THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'You have asked for this: another administrator has to end it.';
  ELSIF latest.word = 'ending' AND EXISTS (
    SELECT FROM tranship.appointments
    WHERE person = latest.person AND role = 'administrator' AND withdrawn_at IS NULL
  ) THEN
    INSERT INTO tranship.release_rules (word, reason, person, request, asked_by)
    VALUES ('ended', why, session_user, latest.id, latest.person);
    RETURN 'ended';
  ELSE
    -- Who asked before is no administrator any more.
    next_word := 'ending';
  END IF;
  INSERT INTO tranship.release_rules (word, reason, person) VALUES (next_word, why, session_user);
  RETURN next_word;
END
$$;

-- Since when a release is required; null where it is not.
CREATE FUNCTION tranship.release_required_since() RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.require_member();
  RETURN (
    SELECT min(at) FROM tranship.release_rules
    WHERE id > coalesce((SELECT max(id) FROM tranship.release_rules WHERE word = 'ended'), 0)
  );
END
$$;

-- Whether parts of a file that a desk shares have to be released: not where it announced the file before that was the rule.
CREATE FUNCTION tranship.needs_release(content bytea, target text, from_desk uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since timestamptz;
BEGIN
  PERFORM tranship.require_role('sender');
  since := tranship.release_required_since();
  RETURN since IS NOT NULL AND NOT EXISTS (
    SELECT FROM tranship.sendings s JOIN tranship.places p ON p.id = s.place
    WHERE s.sha256 = content AND p.destination = target AND s.desk = from_desk
      AND s.announced_at < since AND s.sent_at IS NULL AND s.withdrawn_at IS NULL
  );
END
$$;

-- Fails unless another person has released these bytes for this destination. Its own code tells desks from other refusals.
CREATE FUNCTION tranship.require_released(content bytea, target text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM tranship.offers o JOIN tranship.decisions d ON d.offer = o.id
    WHERE o.sha256 = content AND o.destination = target AND d.outcome = 'released'
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS002',
      MESSAGE = 'This ledger takes only what another person has released for its destination.';
  END IF;
END
$$;

-- Triggers, so that the rule holds for every way into these tables. What waits for the lock sees the rule that was set
-- meanwhile: nothing is announced after the time of a rule that did not obey it.
CREATE FUNCTION tranship.sending_is_released() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- That something was sent already is told, whatever the rule is now.
  IF NEW.sent_at IS NOT NULL THEN RETURN NEW; END IF;
  LOCK TABLE tranship.release_rules IN ROW SHARE MODE;
  IF tranship.release_required_since() IS NOT NULL THEN
    PERFORM tranship.require_released(NEW.sha256, (SELECT destination FROM tranship.places WHERE id = NEW.place));
  END IF;
  RETURN NEW;
END
$$;
-- Already when it is begun, so that millions of ids are not stored in vain. To withdraw it is always possible.
CREATE TRIGGER is_released BEFORE INSERT OR UPDATE OF announced_at, sha256, place ON tranship.sendings
  FOR EACH ROW EXECUTE FUNCTION tranship.sending_is_released();

CREATE FUNCTION tranship.shared_file_is_released() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE tranship.release_rules IN ROW SHARE MODE;
  IF tranship.needs_release(NEW.sha256, NEW.destination, NEW.desk) THEN
    PERFORM tranship.require_released(NEW.sha256, NEW.destination);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER is_released BEFORE INSERT ON tranship.shared_files
  FOR EACH ROW EXECUTE FUNCTION tranship.shared_file_is_released();

ALTER TABLE tranship.release_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON tranship.release_rules FOR SELECT TO ${team}
  USING (tranship.has_role('maker', 'checker', 'sender', 'administrator'));
GRANT SELECT ON tranship.release_rules TO ${team};
GRANT EXECUTE ON FUNCTION
  tranship.require_release(boolean, text), tranship.release_required_since(),
  tranship.needs_release(bytea, text, uuid) TO ${team};
`;
