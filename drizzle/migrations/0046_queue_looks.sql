CREATE TABLE "queue_looks" (
	"name" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"queues" jsonb
);
