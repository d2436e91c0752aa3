import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import { second } from "@/server/kernel/time/clock";
import { canaryName, makeCanary } from "@/server/test/canary-kit";
import { makeKeys, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { type Served, serve } from "@/server/test/served";
import { carryOutDue } from "./operation-work";

// A person is erased from a workspace with a long history, while that workspace writes and another one reads.

const rowCount = 20_000;
let served: Served;
let workspace: TestWorkspace;
let keys: TestKey[];

beforeAll(async () => {
  served = await serve({}, { DATABASE_POOL_SIZE: "4", LOG_LEVEL: "silent" });
  workspace = await makeWorkspace(served.services);
  const other = await makeWorkspace(served.services);
  keys = [(await makeKeys(served.services, workspace)).admin, (await makeKeys(served.services, other)).admin];
});
afterAll(() => served.close());

interface Answered {
  status: number;
  ms: number;
  body: { data?: Record<string, unknown>; operation?: { url: string } };
}

async function ask(key: TestKey | undefined, path: string, method = "GET", json?: object): Promise<Answered> {
  const began = performance.now();
  const response = await fetch(served.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key?.plain}`,
      ...(json && { "content-type": "application/json" }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  return {
    status: response.status,
    ms: performance.now() - began,
    body: (await response.json()) as Answered["body"],
  };
}

/** Plants rows that each name the person. */
async function plant(): Promise<void> {
  const { db } = served.services;
  await db.execute(sql`
    insert into audit_events (workspace_id, id, at, action, resource_type, resource_id, changes)
    select ${workspace.id}::uuid, gen_random_uuid(), now(), 'label.update', 'label', n::text,
      jsonb_build_object('name', jsonb_build_object('to', 'Team of ' || ${canaryName}::text))
    from generate_series(1, ${rowCount}::int) n`);
  await db.execute(sql`
    insert into request_log (workspace_id, request_id, at, api, method, path, query, status, duration_us)
    select ${workspace.id}::uuid, 'req_' || lpad(n::text, 26, '0'), now(), 'v2', 'GET', '/v2/users', 'search=' || ${canaryName}::text, 200, 1
    from generate_series(1, ${rowCount}::int) n`);
}

it("200 for the workspace's own writes to the searched tables, and for others' reads; none of them waits", async () => {
  const { person } = await makeCanary(served.services, workspace);
  const [own, others] = keys;
  await plant();
  const list = await ask(own, "/v2/notifications");
  const [shared] = list.body.data as unknown as { id: string }[];
  const erased = await ask(own, `/v2/users/${encodeId("user", person.id)}/erase`, "POST");
  expect(erased.status).toBe(202);
  expect(erased.ms).toBeLessThan(5 * second);

  const work = carryOutDue(served.services);
  const answers: Answered[] = [];
  const said: number[] = [];
  const url = erased.body.operation?.url ?? "";
  for (let isOver = false, at = 0; !isOver; at++) {
    if (at > 2000) throw new Error("it never ended");
    answers.push(
      ...(await Promise.all([
        ask(own, `/v2/notifications/${shared?.id}`, "PATCH", { hour: at % 24 }),
        ask(others, "/v2/users"),
      ])),
    );
    const { status, progress } = (await ask(own, url)).body.data as {
      status: string;
      progress: { done: number } | null;
    };
    if (progress) said.push(progress.done);
    isOver = status !== "PENDING";
    if (isOver) expect(status).toBe("SUCCEEDED");
    await carryOutDue(served.services);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await work;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(10);
  expect(new Set(said).size).toBeGreaterThan(2);
  const [left] = await served.services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_events where workspace_id = ${workspace.id} and changes::text like ${`%${canaryName.slice(0, 6)}%`}`,
  );
  expect(left?.count).toBe(0);
}, 120_000);
