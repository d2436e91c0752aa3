import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { undistributableIn } from "./distributed-migrations.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  writeFileSync(
    path.join(folder, "0001_before.sql"),
    `CREATE TABLE "workspaces" ("id" uuid PRIMARY KEY NOT NULL);--> statement-breakpoint
    CREATE TABLE "people" ("workspace_id" uuid NOT NULL, "id" uuid NOT NULL, CONSTRAINT "pk" PRIMARY KEY("workspace_id","id"));
    ALTER TABLE "people" RENAME TO "users";
    CREATE TABLE "shared" ("id" uuid PRIMARY KEY NOT NULL, "workspace_id" uuid, "number" serial);
    CREATE UNIQUE INDEX "before_the_rule" ON "users" ("id");`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const faultsOf = (sql: string) => {
  writeFileSync(path.join(folder, "9999_new.sql"), sql);
  return undistributableIn(folder);
};

const own = '"workspace_id" uuid NOT NULL, "id" uuid NOT NULL';

it.each([
  [`CREATE TABLE "a" (${own}, PRIMARY KEY("id"))`, "a key of a does not contain workspace_id"],
  [`CREATE TABLE "a" (${own}, "b" text UNIQUE)`, "a key of a does not contain workspace_id"],
  [`CREATE TABLE "a" (${own}, "b" bigserial)`, "a.b has a sequence"],
  [`CREATE TABLE "a" (${own}, "b" int GENERATED ALWAYS AS IDENTITY)`, "a.b has a sequence"],
  ['ALTER TABLE "users" ADD CONSTRAINT "c" UNIQUE("id")', "c does not contain workspace_id"],
  [
    'ALTER TABLE "users" ADD CONSTRAINT "c" EXCLUDE USING gist ("id" WITH =)',
    "c does not contain workspace_id",
  ],
  ['CREATE UNIQUE INDEX "c" ON "users" USING btree ("id")', "c does not contain workspace_id"],
  ['CREATE INDEX CONCURRENTLY "c" ON "users" ("id")', "c is created concurrently"],
  [
    'ALTER TABLE "users" ADD CONSTRAINT "c" FOREIGN KEY ("id","workspace_id") REFERENCES "users"("id","workspace_id")',
    "c does not begin with the workspace",
  ],
  [
    'ALTER TABLE "shared" ADD CONSTRAINT "c" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id")',
    "c refers from a shared table to a workspace's, workspaces",
  ],
  ['ALTER TABLE "shared" ADD COLUMN "b" uuid REFERENCES "workspaces" ("id")', "refers from a shared table"],
  [
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("users"."id" <> "users"."workspace_id")',
    "c names its table",
  ],
  ['ALTER TABLE "users" ADD COLUMN "b" int CHECK ("users"."b" > 0)', "a check of users names its table"],
  ['CREATE SEQUENCE "c"', "the sequence c"],
  ['CREATE VIEW "c" AS SELECT "id" FROM "users"', "the view c"],
  [
    'CREATE TRIGGER "c" AFTER INSERT ON "users" FOR EACH STATEMENT EXECUTE FUNCTION "f"()',
    "the trigger c is not for each row",
  ],
  ['DO $$ BEGIN PERFORM 1 FROM "users" FOR UPDATE; END $$', "a DO block with a lock"],
  ['DO $$ BEGIN UPDATE "users" SET "id" = gen_random_uuid(); END $$', "a DO block with a lock"],
  ['SELECT 1 FROM "users" FOR UPDATE', "rows of all workspaces are locked"],
  ['UPDATE "users" SET "id" = gen_random_uuid()', "gen_random_uuid() is volatile"],
  ['UPDATE "users" SET "workspace_id" = "id"', "users.workspace_id is changed"],
  [
    'DELETE FROM "users" WHERE ctid = any(array(SELECT ctid FROM "users" LIMIT 1))',
    "rows are addressed by position",
  ],
  [
    'WITH RECURSIVE r AS (SELECT "id" FROM "users" UNION SELECT "id" FROM r) SELECT 1 FROM r',
    "a recursive query of all workspaces",
  ],
])("refused: %s", async (sql, fault) => {
  expect(await faultsOf(`${sql};`)).toEqual([expect.stringContaining(`9999_new.sql: `)]);
  expect((await faultsOf(`${sql};`))[0]).toContain(fault);
});

it.each([
  `CREATE TABLE "a" (${own}, "b" text, PRIMARY KEY("workspace_id","id"), UNIQUE("b", "workspace_id")); ALTER TABLE "a" ADD FOREIGN KEY ("workspace_id","id") REFERENCES "users"("workspace_id","id"); ALTER TABLE "a" ADD FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id"); ALTER TABLE "a" ADD FOREIGN KEY ("b") REFERENCES "shared"("id")`,
  'CREATE TABLE "b" ("id" uuid PRIMARY KEY, "c" text UNIQUE)',
  `CREATE TABLE "a" (${own}, PRIMARY KEY("workspace_id","id"), FOREIGN KEY ("workspace_id","id") REFERENCES "users")`,
  'CREATE UNIQUE INDEX "c" ON "users" USING btree ("id", "workspace_id")',
  'CREATE INDEX "c" ON "users" ("id")',
  'ALTER TABLE "users" ADD COLUMN "b" text DEFAULT \'x\' NOT NULL',
  'CREATE TRIGGER "c" BEFORE UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION "f"()',
  'UPDATE "users" SET "id" = lower("id"::text)::uuid',
  'DELETE FROM "shared" WHERE ctid = any(array(SELECT ctid FROM "shared" FOR UPDATE))',
  '-- distribution: the table is empty.\nCREATE UNIQUE INDEX "c" ON "users" ("id")',
])("allowed: %s", async (sql) => {
  expect(await faultsOf(`${sql};`)).toEqual([]);
});
