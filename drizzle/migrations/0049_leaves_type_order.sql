DROP INDEX "leaves_leave_type_index";--> statement-breakpoint
CREATE INDEX "leaves_type_order_index" ON "leaves" USING btree ("workspace_id","leave_type_id","status","start_date","id");