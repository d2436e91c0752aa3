CREATE FUNCTION "stamp_recorded_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First others can see that this transaction writes, then comes the time: server/kernel/database/settled-until.ts. A default would be
  -- computed where the statement arrives, which need not be the row's server.
  PERFORM pg_current_xact_id();
  NEW.recorded_at := clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "events_recorded_at" BEFORE INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION "stamp_recorded_at"();--> statement-breakpoint
-- To the version before, the trigger is what the default was.
ALTER TABLE "events" ALTER COLUMN "recorded_at" SET DEFAULT NULL;
