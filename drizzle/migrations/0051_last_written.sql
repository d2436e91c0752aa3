ALTER TABLE "leaves" ADD COLUMN "written_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "written_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE FUNCTION "stamp_written_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First others can see that this transaction writes, then comes the time: server/kernel/settled-until.ts.
  PERFORM pg_current_xact_id();
  NEW.written_at := clock_timestamp();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "leaves_written_at" BEFORE INSERT OR UPDATE ON "leaves" FOR EACH ROW EXECUTE FUNCTION "stamp_written_at"();--> statement-breakpoint
CREATE TRIGGER "users_written_at" BEFORE INSERT OR UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION "stamp_written_at"();--> statement-breakpoint
CREATE INDEX "leaves_position_index" ON "leaves" USING btree ("workspace_id",coalesce("written_at", "updated_at"),"id");--> statement-breakpoint
CREATE INDEX "users_position_index" ON "users" USING btree ("workspace_id",coalesce("written_at", "updated_at"),"id");
