import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { balanceAdjustments, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { importCommands } from "./import";

let services: Services;
let workspace: TestWorkspace;
let folder: string;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
  folder = await mkdtemp(path.join(tmpdir(), "import-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await services.close();
});

/** Runs `users import` on a file. */
async function run(text: string, ...options: string[]): Promise<unknown> {
  const file = path.join(folder, "people.csv");
  await writeFile(file, text);
  let result: unknown;
  const program = new Command().exitOverride();
  importCommands(program, async (work) => {
    result = await work(services);
  });
  const owner = workspace.people.admin.id;
  await program.parseAsync(["users", "import", "--file", file, "--owner", `user-${owner}`, ...options], {
    from: "user",
  });
  return result;
}

it("users import: yearly days, days left and working pattern, of the leave type that an option names", async () => {
  const training = newId();
  await services.db.insert(leaveTypes).values({
    workspaceId: workspace.id,
    id: training,
    name: "Training",
    color: "3b82f6",
    position: 9,
    createdAt: testNow,
  });
  await setPolicy(services, workspace, { leaveTypeId: training, yearlyQuota: 5 });
  const text =
    "Vorname;Nachname;E-Mail;Tage im Jahr;Resttage;Arbeitstage\nAda;Ilić;ada@example.com;6;2,5;Mo-Do";
  expect(await run(text)).toMatchObject({
    createdCount: 0,
    rows: [{ errors: [{ path: "leaveType", message: expect.stringContaining("several leave types") }] }],
  });
  const set = { yearlyDays: 1, daysLeft: 1, workPatterns: 1 };
  expect(await run(text, "--leave-type", "Training")).toMatchObject({ createdCount: 1, set });
  const [person] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), eq(users.email, "ada@example.com")));
  const userId = person?.id ?? "";
  const given = await services.db
    .select()
    .from(balanceAdjustments)
    .where(eq(balanceAdjustments.userId, userId));
  expect(given.map(({ kind, leaveTypeId, days }) => [kind, leaveTypeId, days])).toEqual([
    ["QUOTA", training, 6],
    ["OPENING", training, -3.5],
  ]);
  const [pattern] = await services.db.select().from(workPatterns).where(eq(workPatterns.userId, userId));
  expect(pattern?.minutes).toEqual([[0], [480], [480], [480], [480], [0], [0]]);
});
