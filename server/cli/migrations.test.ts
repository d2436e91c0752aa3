import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contractionsIn } from "./migrations.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  for (const name of ["0047_before.sql", "9998_earlier.sql"]) writeFileSync(path.join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const faultsOf = (sql: string, name = "9999_new.sql") => {
  writeFileSync(path.join(folder, name), sql);
  return contractionsIn(folder);
};

it.each([
  'DROP TABLE "a"',
  'DROP TABLE IF EXISTS "a" CASCADE',
  'drop view "a"',
  'DROP TYPE "a"',
  'ALTER TABLE "a" RENAME TO "b"',
  'ALTER TABLE "a" RENAME COLUMN "b" TO "c"',
  "ALTER TABLE a RENAME b TO c",
  'ALTER TABLE "public"."a" DROP COLUMN "b"',
  'ALTER TABLE "a" DROP "b"',
  'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
  'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint',
  'ALTER TABLE "a" ALTER "b" TYPE bigint USING "b"::bigint',
  'ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT',
  'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL',
  'ALTER TABLE "a" ADD COLUMN "default" text NOT NULL',
  'ALTER TABLE "a" ADD "b" text NOT NULL',
  'ALTER TABLE "a" ADD COLUMN "b" text CHECK (f("b", g(1))) NOT NULL',
  'ALTER TABLE "a" SET SCHEMA "b"',
  "ALTER TYPE \"a\" RENAME VALUE 'b' TO 'c'",
  'ALTER VIEW "a" RENAME TO "b"',
  'DO $$ BEGIN DROP TABLE "a"; END $$',
])("refused: %s", (sql) => {
  const faults = faultsOf(`CREATE TABLE "other" ("id" uuid);--> statement-breakpoint\n${sql};\n`);
  expect(faults).toEqual([
    expect.stringMatching(
      /^9999_new\.sql: .+: the version before may still use it\. .+contract: unused since/,
    ),
  ]);
});

it.each([
  'CREATE TABLE "a" ("b" text NOT NULL)',
  'ALTER TABLE "a" ADD COLUMN "b" text',
  'ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'x\' NOT NULL',
  'ALTER TABLE "a" ADD COLUMN "b" integer GENERATED ALWAYS AS (1) STORED NOT NULL',
  'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL',
  'ALTER TABLE "a" ALTER COLUMN "type" SET DEFAULT 0',
  'ALTER TABLE "a" ADD CONSTRAINT "b" CHECK ("a"."c" is NOT NULL)',
  'ALTER TABLE "a" DROP CONSTRAINT "b"',
  'ALTER TABLE "a" RENAME CONSTRAINT "b" TO "c"',
  'DROP INDEX "a"',
  'ALTER INDEX "a" RENAME TO "b"',
  "ALTER TYPE \"a\" ADD VALUE 'b'",
  '-- DROP TABLE "a";\nSELECT \'DROP TABLE "a";\' /* ; DROP TABLE "a"; */',
  'CREATE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE "a"; END $$',
  'CREATE TABLE "a" ("b" text); ALTER TABLE "public"."a" ALTER COLUMN "b" SET NOT NULL; ALTER TABLE "a" DROP COLUMN "b"; DROP TABLE "a"',
])("allowed: %s", (sql) => {
  expect(faultsOf(`${sql};`)).toEqual([]);
});

it("each fault of a migration is reported, also of several in one statement", () => {
  const faults = faultsOf(
    'ALTER TABLE "a" ADD COLUMN "b" numeric(1, 2), DROP COLUMN "c",\n\tALTER COLUMN "d" SET NOT NULL;\nDROP TABLE "e", "f";',
  );
  expect(faults.map((fault) => fault.split(": ")[1])).toEqual([
    'ALTER TABLE "a" DROP COLUMN "c"',
    'ALTER TABLE "a" ALTER COLUMN "d" SET NOT NULL',
    'DROP TABLE "e", "f"',
  ]);
});

it("allowed: dropping what is unused since an earlier migration", () => {
  expect(faultsOf('-- Gone.\n-- contract: unused since 9998\nDROP TABLE "a";')).toEqual([]);
});

it.each(["9999", "9997"])("refused: unused since %s, which is no earlier migration", (number) => {
  expect(faultsOf(`-- contract: unused since ${number}\nDROP TABLE "a";`)).toEqual([
    `9999_new.sql: "unused since ${number}" names no earlier migration.`,
  ]);
});

it("migrations from before the rule are exempt", () => {
  expect(faultsOf('DROP TABLE "a";', "0047_before.sql")).toEqual([]);
  expect(faultsOf('DROP TABLE "a";', "0048_after.sql")).toHaveLength(1);
});
