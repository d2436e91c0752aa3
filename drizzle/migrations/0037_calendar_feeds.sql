CREATE TYPE "public"."feed_kind" AS ENUM('MINE', 'TEAM', 'HOLIDAYS');--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "feed_kind" NOT NULL,
	"location_id" uuid,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone,
	"fetched_by" text,
	CONSTRAINT "calendar_feeds_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "calendar_feeds_hash_unique" UNIQUE("hash"),
	CONSTRAINT "calendar_feeds_location_check" CHECK (("calendar_feeds"."kind" = 'HOLIDAYS') = ("calendar_feeds"."location_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "team_feeds_allowed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_feeds_user_index" ON "calendar_feeds" USING btree ("workspace_id","user_id","id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_location_index" ON "calendar_feeds" USING btree ("workspace_id","location_id");