-- The request log becomes a table of partitions, each a range of request ids, which begin with the time. Nothing is copied and nothing is
-- read through: the table that is there becomes the one partition, of every id, which follows from its NOT NULL. The log is locked for
-- some milliseconds. Due work divides it by days afterwards (server/modules/request-log/partitions.ts).
ALTER TABLE "request_log" RENAME TO "request_log_start";--> statement-breakpoint
ALTER INDEX "request_log_workspace_id_request_id_pk" RENAME TO "request_log_start_pkey";--> statement-breakpoint
ALTER INDEX "request_log_key_index" RENAME TO "request_log_start_key_index";--> statement-breakpoint
ALTER INDEX "request_log_owner_index" RENAME TO "request_log_start_owner_index";--> statement-breakpoint
ALTER INDEX "request_log_error_index" RENAME TO "request_log_start_error_index";--> statement-breakpoint
-- By this one its rows are deleted in steps, until it can be dropped whole.
ALTER INDEX "request_log_age_index" RENAME TO "request_log_start_age_index";--> statement-breakpoint
CREATE TABLE "request_log" (
	LIKE "request_log_start" INCLUDING DEFAULTS,
	CONSTRAINT "request_log_workspace_id_request_id_pk" PRIMARY KEY("workspace_id","request_id")
) PARTITION BY RANGE ("request_id");--> statement-breakpoint
CREATE INDEX "request_log_key_index" ON "request_log" USING btree ("workspace_id","key_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_owner_index" ON "request_log" USING btree ("workspace_id","owner_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_error_index" ON "request_log" USING btree ("workspace_id","request_id") WHERE "request_log"."status" >= 400;--> statement-breakpoint
ALTER TABLE "request_log" ATTACH PARTITION "request_log_start" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);--> statement-breakpoint
-- The version before deletes by the place of a row in its table (ctid), which rows of several partitions share: it would take others with
-- it. It is refused for as long as it still runs; and so is whoever deletes by this name later.
CREATE FUNCTION "refuse_delete_by_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are deleted from its partitions', TG_TABLE_NAME USING ERRCODE = 'feature_not_supported';
END $$;--> statement-breakpoint
CREATE TRIGGER "request_log_by_partition" BEFORE DELETE ON "request_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_delete_by_name"();
