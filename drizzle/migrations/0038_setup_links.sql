CREATE TABLE "setup_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "set_up_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "workspaces" SET "set_up_at" = "created_at";
