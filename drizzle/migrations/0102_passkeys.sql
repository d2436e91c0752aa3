CREATE TABLE "passkeys" (
	"workspace_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"user_handle" "bytea" NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"signature_count" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_backed_up" boolean NOT NULL,
	CONSTRAINT "passkeys_workspace_id_factor_id_pk" PRIMARY KEY("workspace_id","factor_id"),
	CONSTRAINT "passkeys_credential_unique" UNIQUE("workspace_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "used_passkey_challenges" (
	"workspace_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_passkey_challenges_workspace_id_hash_pk" PRIMARY KEY("workspace_id","hash")
);
--> statement-breakpoint
ALTER TABLE "second_factors" ALTER COLUMN "secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_workspace_id_factor_id_second_factors_workspace_id_id_fk" FOREIGN KEY ("workspace_id","factor_id") REFERENCES "public"."second_factors"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "used_passkey_challenges_expiry_index" ON "used_passkey_challenges" USING btree ("expires_at");