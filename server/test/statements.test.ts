import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { loadModule } from "libpg-query";
import postgres from "postgres";
import { beforeAll, expect, inject, it } from "vitest";
import { everyMark, ofSeveralMark } from "@/server/kernel/database/in-batch";
import { testDatabase } from "./database";
import type { Recorded } from "./recorded-statements";
import { type Schema, unpinnedIn, whyNoPlainRead } from "./workspace-pins";

// The statements of all other tests of this run, which have ended: each is of one workspace, so that Citus sends it to one server, or a plain
// read of all, whose text has the reason (`everyWorkspace`, `ofEvery`). A batch of several (`ofSeveral`) is of plain PostgreSQL only
// (docs/operate/scale.md). `server/test/workspace-pins.test.ts` shows what that means.

/** Files whose statements are of several workspaces, and why. */
const ofSeveral: Record<string, string> = {
  "server/signin/people-by-email.ts":
    "somebody signs in by an address, which may be known to several workspaces",
  "server/jobs/run.ts": "a job finds the workspaces that have something to do, without locks",
};

let schema: Schema;
let recorded: Recorded[];

beforeAll(async () => {
  await loadModule();
  const sql = postgres(await testDatabase(), { max: 1 });
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by 1 having c.relname = 'workspaces' or bool_or(a.attname = 'workspace_id' and a.attnotnull)`;
  await sql.end();
  schema = new Map(
    tables.map(({ name, columns }) => [
      name,
      { columns, workspace: name === "workspaces" ? "id" : "workspace_id" },
    ]),
  );
  const folder = inject("statements");
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), "utf8").trim().split("\n"),
  );
  recorded = lines.map((line) => JSON.parse(line) as Recorded);
});

it("each statement is of one workspace, or a plain read of all that says why, or of a file that is listed", () => {
  const askers = new Map<string, string[]>();
  for (const { file, text } of recorded) askers.set(text, [...(askers.get(text) ?? []), file]);
  const faults: string[] = [];
  for (const [text, files] of askers) {
    if (text.includes(ofSeveralMark) || files.some((file) => file in ofSeveral)) continue;
    const found = text.includes(everyMark)
      ? whyNoPlainRead(text, schema)
      : unpinnedIn(text, schema).map(({ table, by }) => `${table}: ${by}`);
    for (const fault of found) faults.push(`${files}, ${fault}, in: ${text}`);
  }
  expect(faults.join("\n")).toBe("");
});
