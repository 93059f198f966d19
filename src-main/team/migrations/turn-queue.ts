/**
 * @file Version 10 of the team ledger: desks that wait for a turn are served in the order in which they began to wait. See
 * [Note: Never more than the limit] in limits.ts, which a queue only makes wait longer.
 *
 * Without one, all that wait ask at the moment at which there is a turn, and the desk with the shortest way to the ledger gets each
 * of them. Each is told when it will be served, so it asks seldom; who does not ask when it was to is not waited for. Of brief
 * windows turns are given by the hundred, so that there is nearly always one: no desk waits there for long.
 */

import type { LedgerRoles } from './ledger-roles.ts';

export const turnQueue = (_: LedgerRoles): string => `
-- For a turn at an endpoint, in the order of their ids. All changes are made by who has the budget locked, or of an own desk.
CREATE TABLE tranship.waiting_desks (
  id bigint GENERATED ALWAYS AS IDENTITY,
  budget bigint NOT NULL REFERENCES tranship.budgets,
  desk uuid NOT NULL,
  -- When it asks again. A desk does so after ten seconds, however long it is to wait.
  due_at timestamptz NOT NULL,
  PRIMARY KEY (budget, desk)
);
ALTER TABLE tranship.waiting_desks ENABLE ROW LEVEL SECURITY;

ALTER FUNCTION tranship.grant_at(timestamptz, uuid, bigint, integer, integer, integer, integer, integer, jsonb)
RENAME TO grant_by_limit_at;

-- As grant_by_limit_at, to who has waited longest.
CREATE FUNCTION tranship.grant_at(
  moment timestamptz, for_desk uuid, of_budget bigint, window_ms integer, reach_ms integer, requests integer,
  wanted integer, valid_ms integer, spent jsonb, OUT turns integer, OUT grant_id bigint, OUT wait_ms integer
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_brief boolean := window_ms <= 1000;
  ahead integer := 0;
  first_due timestamptz;
BEGIN
  IF NOT is_brief THEN
    -- Those that have not asked are gone, and what is due later than ever told was told before the clock was set back.
    DELETE FROM tranship.waiting_desks
    WHERE budget = of_budget AND moment NOT BETWEEN due_at - interval '10 seconds' AND due_at + interval '2 seconds';
    SELECT count(*), (array_agg(w.due_at ORDER BY w.id))[1] INTO ahead, first_due FROM tranship.waiting_desks w
    WHERE w.budget = of_budget AND w.desk <> for_desk AND NOT EXISTS (
      SELECT FROM tranship.waiting_desks own WHERE own.budget = of_budget AND own.desk = for_desk AND own.id < w.id);
  END IF;
  -- Of a limit of none nothing is given; what was spent is noted in any case.
  SELECT g.turns, g.grant_id, g.wait_ms INTO turns, grant_id, wait_ms FROM tranship.grant_by_limit_at(
    moment, for_desk, of_budget, window_ms, reach_ms, CASE WHEN ahead > 0 THEN 0 ELSE requests END, wanted, valid_ms, spent) g;
  IF is_brief THEN RETURN; END IF;
  IF turns > 0 THEN
    DELETE FROM tranship.waiting_desks WHERE budget = of_budget AND desk = for_desk;
    RETURN;
  END IF;
  -- The first is served when the limit allows it, the others after it at the rate of the limit.
  IF ahead > 0 THEN
    wait_ms := ceil(greatest(0, tranship.ms_between(moment, first_due)) + ahead * least(60000.0, window_ms::float8 / requests));
  END IF;
  INSERT INTO tranship.waiting_desks (budget, desk, due_at)
  VALUES (of_budget, for_desk, moment + least(wait_ms, 10000) * interval '1 millisecond')
  ON CONFLICT (budget, desk) DO UPDATE SET due_at = EXCLUDED.due_at;
END
$$;

CREATE OR REPLACE FUNCTION tranship.leave(leaving uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tranship.own_desk(leaving);
  PERFORM tranship.lock_shares(leaving);
  PERFORM tranship.leave_at(clock_timestamp(), leaving);
  DELETE FROM tranship.waiting_desks WHERE desk = leaving;
END
$$;
`;
