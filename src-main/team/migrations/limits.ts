/**
 * @file Of the team ledger: the limits of a tenant, which its desks share. See [Note: Who may write].
 *
 * [Note: Never more than the limit] For every window, what all desks send stays within the limit, also what they send while
 * they cannot reach the ledger. Only durations and the clock of this server count; W is a window, R its reach (turns.ts).
 *
 * - A grant may be used from its first to its last moment. It counts until R after its last one, or, once its desk has said
 *   with a later question how many turns it used and how long their answers are ago, until a window after the last of
 *   these ([Note: How long a request counts] in turns.ts). One is given only if it and all that count come to no more than
 *   the room. A grant that no longer counts has nothing that arrives less than W before anything of the new one; so the last
 *   grant of which anything arrives within any W bounds all that arrives within it. A desk speaks of its own grants alone.
 * - Up to eight desks, each of another login, have a cautious share, an eighth of the limit. A desk uses it from 30 s + R to 1 h
 *   after it sent the last question whose answer came within 5 s (desk-turns.ts). The room is less by the share of each desk that
 *   - has not confirmed an answer of the last 20 s, until 1 h + R after it was last heard, or
 *   - confirmed one, R or less ago, after a time without.
 *
 * What a server gave of which this one took over, perhaps without its last moments, ends 5 s after that: nothing is given until R
 * later, and a share that is known counts as if its desk had been heard then. See [Note: A life of the ledger].
 *
 * A desk confirms an answer by sending its stamp with the next question: that a question arrived here does not tell that its
 * answer arrived there. If a desk uses its share at x, the last stamp that it can have confirmed is older than x - 25 s - R;
 * so for all grants less than R before x, and for all those after it, the share is taken off.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const limits = ({ team }: LedgerRoles): string => `
-- What one endpoint of a tenant allows. Its row is locked for each turn: no person can lock it in another way.
CREATE TABLE tranship.budgets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text NOT NULL CHECK (length(tenant) <= 2000),
  endpoint text NOT NULL CHECK (length(endpoint) <= 100),
  paused_at timestamptz,
  paused_until timestamptz,
  UNIQUE (tenant, endpoint)
);
CREATE TABLE tranship.grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  budget bigint NOT NULL REFERENCES tranship.budgets,
  desk uuid NOT NULL,
  from_at timestamptz NOT NULL,
  given integer NOT NULL CHECK (given >= 0),
  -- By what the desk has said which took it: no other desk can have it forgotten.
  counts_until timestamptz NOT NULL
);
CREATE INDEX grants_of_budget ON tranship.grants (budget, counts_until);
-- When the service refused one with 429.
CREATE TABLE tranship.refusals (
  budget bigint NOT NULL REFERENCES tranship.budgets,
  refused_at timestamptz NOT NULL,
  -- The end of the pause that it asked for: those of one pause count as one.
  paused_until timestamptz NOT NULL
);
CREATE INDEX refusals_of_budget ON tranship.refusals (budget, refused_at);
-- The desks that may send a little of a tenant's limits while they cannot reach the ledger.
CREATE TABLE tranship.shares (
  tenant text NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 8),
  desk uuid NOT NULL REFERENCES tranship.desks,
  -- One for each login: who says hello as eight desks must not take the shares of all others.
  person text NOT NULL,
  heard_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL,
  returned_at timestamptz,
  -- A stamp of before the clock of this server was set back: it must not confirm anything once its time comes again.
  void_stamp bigint,
  PRIMARY KEY (tenant, slot),
  UNIQUE (desk, tenant),
  UNIQUE (tenant, person)
);

-- The part of a limit to make use of, from 1/16 to 1, as shareOf in turns.ts: each 429 halves it, and it grows back.
CREATE FUNCTION tranship.part_at(moment timestamptz, of_budget bigint, recovery_ms double precision)
RETURNS double precision
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  part double precision := 1;
  since timestamptz := moment;
  refused timestamptz;
BEGIN
  FOR refused IN
    SELECT refused_at FROM tranship.refusals
    WHERE budget = of_budget AND refused_at <= moment
      AND refused_at > moment - recovery_ms * interval '1 millisecond'
    ORDER BY refused_at
  LOOP
    part := greatest(1.0 / 16, least(1, part + greatest(0, tranship.ms_between(since, refused)) / recovery_ms) / 2);
    since := refused;
  END LOOP;
  RETURN least(1, part + greatest(0, tranship.ms_between(since, moment)) / recovery_ms);
END
$$;

-- As recoveryOf in turns.ts.
CREATE FUNCTION tranship.recovery_of(window_ms integer) RETURNS double precision
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT least(600000, 10.0 * window_ms) $$;

CREATE FUNCTION tranship.ms_between(earlier timestamptz, later timestamptz) RETURNS double precision
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT extract(epoch FROM later - earlier)::double precision * 1000
$$;

-- What a question of a desk changes of its shares counts from when it has them for itself: call it before the time is taken.
CREATE FUNCTION tranship.lock_shares(of_desk uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- In one order for all, so that two questions of one desk never wait for each other.
  PERFORM FROM tranship.shares WHERE desk = of_desk ORDER BY tenant FOR UPDATE;
END
$$;

-- A desk was heard, and confirms the answer with the stamp that it has seen last. See [Note: Never more than the limit].
CREATE FUNCTION tranship.hear_at(moment timestamptz, from_desk uuid, seen bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  seen_at timestamptz := timestamptz 'epoch' + seen * interval '1 microsecond';
  held tranship.shares%ROWTYPE;
BEGIN
  -- The clock of this server was set back: what was confirmed must not become recent again.
  UPDATE tranship.shares SET confirmed_at = '-infinity' WHERE (tenant, slot) IN (
    SELECT tenant, slot FROM tranship.shares WHERE confirmed_at > moment FOR UPDATE SKIP LOCKED);
  FOR held IN SELECT * FROM tranship.shares WHERE desk = from_desk LOOP
    IF seen_at > moment THEN
      held.void_stamp := seen;
    ELSIF seen_at >= moment - interval '20 seconds' AND seen_at > held.confirmed_at
      AND seen IS DISTINCT FROM held.void_stamp THEN
      IF held.confirmed_at < moment - interval '20 seconds' THEN
        held.returned_at := moment;
      END IF;
      held.confirmed_at := seen_at;
    END IF;
    UPDATE tranship.shares
    SET heard_at = moment, confirmed_at = held.confirmed_at, returned_at = held.returned_at,
      void_stamp = held.void_stamp
    WHERE tenant = held.tenant AND slot = held.slot;
  END LOOP;
END
$$;

CREATE FUNCTION tranship.stamp_of(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (extract(epoch FROM moment) * 1000000)::bigint
$$;

-- Whether the desk has a cautious share of the tenant; it gets one where there is one left.
CREATE FUNCTION tranship.has_share_at(moment timestamptz, for_desk uuid, of_tenant text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tranship.shares WHERE tenant = of_tenant AND desk = for_desk) THEN
    -- After an hour without the ledger a desk sends nothing; two minutes are more than any reach.
    DELETE FROM tranship.shares WHERE (tenant, slot) IN (
      SELECT tenant, slot FROM tranship.shares
      WHERE tenant = of_tenant AND greatest(heard_at, tranship.life_began()) < moment - interval '1 hour 2 minutes'
      FOR UPDATE SKIP LOCKED);
    INSERT INTO tranship.shares (tenant, slot, desk, person, heard_at, confirmed_at)
    SELECT of_tenant, min(n), for_desk, (SELECT person FROM tranship.desks WHERE id = for_desk), moment, moment
    FROM generate_series(1, 8) n
    WHERE n NOT IN (SELECT slot FROM tranship.shares WHERE tenant = of_tenant)
    HAVING min(n) IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN EXISTS (SELECT FROM tranship.shares WHERE tenant = of_tenant AND desk = for_desk);
END
$$;

-- How many turns may be used from now on for valid_ms; where there is none, when to ask again. The budget is locked.
-- spent: what became of earlier grants of the desk, of which it uses no more: how many turns were used, and for how long they
-- count from now on.
CREATE FUNCTION tranship.grant_at(
  moment timestamptz, for_desk uuid, of_budget bigint, window_ms integer, reach_ms integer, requests integer,
  wanted integer, valid_ms integer, spent jsonb, OUT turns integer, OUT grant_id bigint, OUT wait_ms integer
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  reach interval := reach_ms * interval '1 millisecond';
  told tranship.budgets%ROWTYPE;
  part double precision;
  cut_off integer;
  room integer;
  burst integer;
  pace interval;
  portion integer;
  counted integer;
  next_at timestamptz := moment;
  life_began timestamptz := tranship.life_began();
  settled_at timestamptz := life_began + reach + interval '5 seconds';
BEGIN
  -- The clock of this server was set back: what lies ahead was before that, and counts as now.
  UPDATE tranship.grants SET from_at = moment, counts_until = moment + (counts_until - from_at)
  WHERE budget = of_budget AND from_at > moment;
  UPDATE tranship.refusals SET refused_at = moment, paused_until = moment + (paused_until - refused_at)
  WHERE budget = of_budget AND refused_at > moment;
  UPDATE tranship.budgets SET paused_at = moment, paused_until = moment + (paused_until - paused_at)
  WHERE id = of_budget AND paused_at > moment;
  UPDATE tranship.grants g SET given = greatest(0, least(g.given, s.used)),
    counts_until = moment + greatest(0, least(reach_ms, s.counts_ms)) * interval '1 millisecond'
  FROM jsonb_to_recordset(spent) AS s (grant_id bigint, used integer, counts_ms integer)
  WHERE g.id = s.grant_id AND g.budget = of_budget AND g.desk = for_desk;
  DELETE FROM tranship.grants WHERE budget = of_budget AND counts_until <= moment;
  DELETE FROM tranship.refusals WHERE budget = of_budget AND refused_at < moment - interval '10 minutes';
  turns := 0;

  SELECT * INTO told FROM tranship.budgets WHERE id = of_budget;
  SELECT count(*) INTO cut_off FROM tranship.shares
  WHERE tenant = told.tenant AND (
    (confirmed_at NOT BETWEEN moment - interval '20 seconds' AND moment
      AND moment <= greatest(heard_at, life_began) + interval '1 hour' + reach)
    OR moment <= returned_at + reach);
  part := tranship.part_at(moment, of_budget, tranship.recovery_of(window_ms));
  room := least(greatest(1, floor(requests * part)), requests - cut_off * (requests / 8));

  IF greatest(told.paused_until, settled_at) > moment THEN
    next_at := greatest(told.paused_until, settled_at);
  ELSIF room < 1 THEN
    next_at := moment + interval '5 seconds';
  ELSIF window_ms <= 1000 THEN
    -- As nextBriefTurn in turns.ts: never more than a fifth of the room within a fifth of the window. All that are wanted come
    -- at once, as far as that allows: otherwise turns would soon be given one by one.
    burst := greatest(1, floor(room / 5.0));
    pace := window_ms * interval '1 millisecond' * burst / room;
    portion := least(wanted, 100, burst);
    SELECT coalesce(greatest(
      max(from_at) FILTER (WHERE by_from > burst - portion) + pace,
      max(counts_until) FILTER (WHERE by_until > room - portion)), moment)
    INTO next_at FROM (
      SELECT from_at, counts_until,
        sum(given) OVER (ORDER BY from_at DESC) AS by_from, sum(given) OVER (ORDER BY counts_until DESC) AS by_until
      FROM tranship.grants WHERE budget = of_budget
    ) g;
    IF next_at <= moment THEN turns := portion; END IF;
  ELSE
    -- As steadyTurn in turns.ts: half of the room at once, then evenly; no bursts while the limit is shared with others.
    burst := CASE WHEN part < 1 THEN 1 ELSE ceil(room / 2.0) END;
    SELECT count(*) INTO counted FROM tranship.grants WHERE budget = of_budget;
    IF counted >= burst THEN
      SELECT latest.from_at + max((g.counts_until - latest.from_at) / (room - g.place + 1)) INTO next_at
      FROM (
        SELECT counts_until, row_number() OVER (ORDER BY counts_until DESC) AS place FROM tranship.grants
        WHERE budget = of_budget ORDER BY counts_until DESC LIMIT room
      ) g, (SELECT max(from_at) AS from_at FROM tranship.grants WHERE budget = of_budget) latest
      GROUP BY latest.from_at;
    END IF;
    IF next_at <= moment THEN turns := 1; END IF;
  END IF;

  IF turns > 0 THEN
    INSERT INTO tranship.grants (budget, desk, from_at, given, counts_until)
    VALUES (of_budget, for_desk, moment, turns, moment + valid_ms * interval '1 millisecond' + reach)
    RETURNING id INTO grant_id;
  END IF;
  wait_ms := greatest(0, ceil(tranship.ms_between(moment, next_at)));
END
$$;

CREATE FUNCTION tranship.take_turns_at(
  moment timestamptz, for_desk uuid, of_budget bigint, window_ms integer, reach_ms integer, requests integer,
  wanted integer, valid_ms integer, seen bigint, spent jsonb,
  OUT turns integer, OUT grant_id bigint, OUT wait_ms integer, OUT has_share boolean, OUT stamp bigint,
  OUT pause_ms integer, OUT part double precision
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.hear_at(moment, for_desk, seen);
  has_share := tranship.has_share_at(moment, for_desk, (SELECT tenant FROM tranship.budgets WHERE id = of_budget));
  SELECT g.turns, g.grant_id, g.wait_ms INTO turns, grant_id, wait_ms
  FROM tranship.grant_at(moment, for_desk, of_budget, window_ms, reach_ms, requests, wanted, valid_ms, spent) g;
  -- What the desk obeys by itself if it is cut off from now on.
  SELECT greatest(0, ceil(coalesce(tranship.ms_between(moment, b.paused_until), 0))) INTO pause_ms
  FROM tranship.budgets b WHERE b.id = of_budget;
  part := tranship.part_at(moment, of_budget, tranship.recovery_of(window_ms));
  stamp := tranship.stamp_of(moment);
END
$$;

-- A desk that was cut off tells of it later: so long ago, the service asked for a pause of this length.
CREATE FUNCTION tranship.note_pause_at(
  moment timestamptz, of_budget bigint, pause_ms integer, refused boolean, ago_ms integer
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known tranship.budgets%ROWTYPE;
  since timestamptz := moment - ago_ms * interval '1 millisecond';
  ends timestamptz := since + pause_ms * interval '1 millisecond';
BEGIN
  SELECT * INTO known FROM tranship.budgets WHERE id = of_budget AND paused_at <= moment;
  -- Those that were under way together count as one, and so does one that is told twice.
  IF refused AND (known.paused_at <= since AND known.paused_until > since) IS NOT TRUE
    AND NOT EXISTS (SELECT FROM tranship.refusals r
      WHERE r.budget = of_budget AND r.refused_at < ends AND r.paused_until > since) THEN
    INSERT INTO tranship.refusals (budget, refused_at, paused_until) VALUES (of_budget, since, ends);
  END IF;
  UPDATE tranship.budgets SET paused_at = moment, paused_until = greatest(known.paused_until, ends)
  WHERE id = of_budget AND ends > moment;
END
$$;

-- The desk ends its work properly and uses no share from now on; it keeps the place of one that it may have used until now.
CREATE FUNCTION tranship.leave_at(moment timestamptz, leaving uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  held tranship.shares%ROWTYPE;
BEGIN
  FOR held IN SELECT * FROM tranship.shares WHERE desk = leaving LOOP
    IF held.confirmed_at BETWEEN moment - interval '20 seconds' AND moment
      AND (held.returned_at BETWEEN moment - interval '2 minutes' AND moment) IS NOT TRUE THEN
      DELETE FROM tranship.shares WHERE tenant = held.tenant AND slot = held.slot;
    ELSE
      UPDATE tranship.shares SET heard_at = least(heard_at, moment - interval '1 hour')
      WHERE tenant = held.tenant AND slot = held.slot;
    END IF;
  END LOOP;
END
$$;

CREATE FUNCTION tranship.locked_budget(of_tenant text, of_endpoint text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_id bigint;
BEGIN
  SELECT id INTO found_id FROM tranship.budgets WHERE tenant = of_tenant AND endpoint = of_endpoint FOR UPDATE;
  IF found_id IS NULL THEN
    INSERT INTO tranship.budgets (tenant, endpoint) VALUES (of_tenant, of_endpoint) ON CONFLICT DO NOTHING;
    SELECT id INTO found_id FROM tranship.budgets WHERE tenant = of_tenant AND endpoint = of_endpoint FOR UPDATE;
  END IF;
  RETURN found_id;
END
$$;

-- Turns at an endpoint, which may be used until valid_ms after they were asked for. The time counts from when it is this
-- desk's turn to be served.
CREATE FUNCTION tranship.take_turns(
  for_desk uuid, of_tenant text, of_endpoint text, window_ms integer, reach_ms integer, requests integer,
  wanted integer, valid_ms integer, seen bigint, spent jsonb,
  OUT turns integer, OUT grant_id bigint, OUT wait_ms integer, OUT has_share boolean, OUT stamp bigint,
  OUT pause_ms integer, OUT part double precision
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  budget bigint;
BEGIN
  PERFORM tranship.own_desk(for_desk);
  IF (window_ms BETWEEN 1 AND reach_ms AND reach_ms <= 120000 AND requests BETWEEN 1 AND 100000
    AND wanted >= 1 AND valid_ms BETWEEN 1 AND 5000) IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'TS001', MESSAGE = 'There is no such limit.';
  END IF;
  budget := tranship.locked_budget(of_tenant, of_endpoint);
  PERFORM tranship.lock_shares(for_desk);
  SELECT t.turns, t.grant_id, t.wait_ms, t.has_share, t.stamp, t.pause_ms, t.part
  INTO turns, grant_id, wait_ms, has_share, stamp, pause_ms, part FROM tranship.take_turns_at(
    clock_timestamp(), for_desk, budget, window_ms, reach_ms, requests, wanted, valid_ms, seen, spent) t;
END
$$;

-- The service asked for a pause, so long ago; refused: by a 429.
CREATE FUNCTION tranship.note_pause(
  for_desk uuid, of_tenant text, of_endpoint text, pause_ms integer, refused boolean, ago_ms integer
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  budget bigint;
BEGIN
  PERFORM tranship.own_desk(for_desk);
  budget := tranship.locked_budget(of_tenant, of_endpoint);
  -- As retry-after.ts: an hour and a little at most. Of what is longer ago nothing counts any more.
  PERFORM tranship.note_pause_at(clock_timestamp(), budget, greatest(0, least(pause_ms, 3700000)), refused,
    greatest(0, least(ago_ms, 3700000)));
END
$$;

CREATE FUNCTION tranship.keep_shares(for_desk uuid, seen bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz;
BEGIN
  PERFORM tranship.own_desk(for_desk);
  PERFORM tranship.lock_shares(for_desk);
  moment := clock_timestamp();
  PERFORM tranship.hear_at(moment, for_desk, seen);
  RETURN tranship.stamp_of(moment);
END
$$;

CREATE FUNCTION tranship.leave(leaving uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.own_desk(leaving);
  PERFORM tranship.lock_shares(leaving);
  PERFORM tranship.leave_at(clock_timestamp(), leaving);
END
$$;

-- No person reads or writes these tables in another way.
ALTER TABLE tranship.budgets ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE tranship.shares ENABLE ROW LEVEL SECURITY;
GRANT EXECUTE ON FUNCTION
  tranship.take_turns(uuid, text, text, integer, integer, integer, integer, integer, bigint, jsonb),
  tranship.note_pause(uuid, text, text, integer, boolean, integer),
  tranship.keep_shares(uuid, bigint), tranship.leave(uuid) TO ${team};
`;
