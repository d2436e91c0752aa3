ALTER TABLE "leaves" ADD COLUMN "day_counts" bigint[];--> statement-breakpoint
CREATE INDEX "leaves_uncounted_index" ON "leaves" USING btree ("workspace_id","id") WHERE "leaves"."day_counts" is null and "leaves"."status" in ('OPEN', 'APPROVED');--> statement-breakpoint
CREATE FUNCTION "leave_days"(l "leaves") RETURNS bigint[] LANGUAGE sql STABLE AS $$
  -- As server/modules/work-calendar/working-days.ts counts, up to what is recorded; what is missing to that stands on the last day that counts.
  WITH whole AS (SELECT 4324320000::bigint AS day), day AS (
    SELECT number, CASE
        WHEN length IS NULL OR length = 0 OR holiday.is_half = false THEN 0
        ELSE least(
          CASE WHEN l.is_full_day_leave THEN whole.day
            ELSE least(whole.day, floor((2 * whole.day * 100 * (l.end_hour * 60 + l.end_minute - l.start_hour * 60 - l.start_minute)
              + length) / (2 * length))) END,
          CASE WHEN holiday.is_half THEN whole.day / 2 ELSE whole.day END)
      END AS counted
    FROM whole
    CROSS JOIN generate_series(l.start_date - date '1970-01-01', l.end_date - date '1970-01-01') AS number
    CROSS JOIN LATERAL (SELECT date '1970-01-01' + number AS date, extract(dow FROM date '1970-01-01' + number)::int AS weekday) AS on_it
    JOIN locations AS place ON place.workspace_id = l.workspace_id AND place.id = l.location_id
    LEFT JOIN LATERAL (
      SELECT minutes, cycle_start FROM work_patterns
      WHERE workspace_id = l.workspace_id AND user_id = l.user_id AND starts_on <= on_it.date
      ORDER BY starts_on DESC LIMIT 1) AS pattern ON true
    LEFT JOIN LATERAL (
      SELECT bool_and(is_half_day) AS is_half FROM holidays
      WHERE workspace_id = l.workspace_id AND location_id = l.location_id AND date = on_it.date) AS holiday ON true
    CROSS JOIN LATERAL (SELECT coalesce(jsonb_array_length(nullif(pattern.minutes, 'null') -> 0), 1) AS weeks) AS cycle
    CROSS JOIN LATERAL (SELECT CASE
        WHEN jsonb_typeof(pattern.minutes) = 'array' THEN (pattern.minutes -> on_it.weekday
          ->> ((floor((on_it.date - pattern.cycle_start) / 7.0)::int % weeks + weeks) % weeks))::numeric * 100
        WHEN on_it.weekday = ANY (place.work_week) THEN round(place.hours_per_day * 100) * 60
      END AS length) AS lasting
  ), fitted AS (
    SELECT number, counted, total, least(counted, greatest(0, total - sum(counted) OVER (ORDER BY number) + counted)) AS part,
      greatest(0, total - sum(counted) OVER ()) AS rest,
      number = coalesce(max(number) FILTER (WHERE counted > 0) OVER (), max(number) OVER ()) AS is_last
    FROM day, whole, LATERAL (SELECT round(l.duration_working_days * 1000) * whole.day / 1000 AS total) AS recorded
  )
  SELECT ('[' || min(number) || ':' || max(number) || ']={'
    || string_agg(round(part + CASE WHEN is_last THEN rest ELSE 0 END)::bigint::text, ',' ORDER BY number) || '}')::bigint[]
  FROM fitted
$$;--> statement-breakpoint
CREATE FUNCTION "stamp_leave"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A version that does not know the column has counted other days.
    IF NEW.day_counts IS NOT DISTINCT FROM OLD.day_counts AND (NEW.start_date, NEW.end_date, NEW.duration_working_days)
      IS DISTINCT FROM (OLD.start_date, OLD.end_date, OLD.duration_working_days) THEN
      NEW.day_counts := NULL;
    -- What is only filled is the same to everybody: server/modules/leaves/store-day-counts.ts.
    ELSIF OLD.day_counts IS NULL AND NEW.day_counts IS NOT NULL AND NEW.version = OLD.version THEN
      RETURN NEW;
    END IF;
  END IF;
  -- First others can see that this transaction writes, then comes the time: server/kernel/settled-until.ts.
  PERFORM pg_current_xact_id();
  NEW.written_at := clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "leaves_written_at" BEFORE INSERT OR UPDATE ON "leaves" FOR EACH ROW EXECUTE FUNCTION "stamp_leave"();