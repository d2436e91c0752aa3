import postgres, { type Sql } from "postgres";
import { createServices, type Services } from "@/server/kernel/services";
import { createProvisioningToken } from "@/server/modules/people/provisioning/create-token";
import { claimDomain } from "@/server/modules/workspace/connections/claim-domain";
import { createConnection } from "@/server/modules/workspace/connections/create";
import { ConnectionCreate } from "@/server/modules/workspace/connections/schema";
import { verifyByOperator } from "@/server/modules/workspace/connections/verify-by-operator";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { type Figure, percentile } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

const people = 50_000;
const samples = 300;
/** People of the measured part of a first synchronization, which is as long as its people are many. */
const created = 300;
const domain = "scim.bench.example";

const maxFilterMs = 10;
const maxPatchMs = 30;
const maxSynchronizationMs = 240_000;
const synchronized = 5000;

/** Requests of a directory that provisions 50,000 people, one after the other. */
export async function scim(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1, onnotice: () => undefined });
  const services = createServices(stage.settings);
  const server = await leanServer(stage.environment);
  try {
    const token = await prepare(services, sql);
    const call = callerOf(`${server.url}/scim/v2`, token);
    const nameOf = (at: number) => `person-${(at * 7919) % people}@${domain}`;
    const found: string[] = [];
    const filters = await timed(samples, async (at) => {
      const { Resources } = await call("GET", `/Users?filter=${userNameIs(nameOf(at))}`);
      found.push((Resources as { id: string }[])[0]?.id ?? "");
    });
    const patches = await timed(samples, (at) =>
      call("PATCH", `/Users/${found[at]}`, {
        Operations: [{ op: "Replace", path: "title", value: `Title ${Date.now()} ${at}` }],
      }),
    );
    const run = Date.now().toString(36);
    const creations = await timed(created, async (at) => {
      const userName = `new-${run}-${at}@${domain}`;
      await call("GET", `/Users?filter=${userNameIs(userName)}`);
      await call("POST", "/Users", {
        ...{ userName, externalId: `${run}-${at}`, displayName: `New ${at}`, active: true },
        emails: [{ type: "work", primary: true, value: userName }],
      });
    });
    const synchronizationMs = (creations.reduce((sum, ms) => sum + ms, 0) / created) * synchronized;
    const within = (name: string, ms: number, atMost: number): Figure => ({
      name: `${name} over ${atMost} ms`,
      ratio: ms / atMost,
      target: { atMost: 1 },
      readings: { ms },
    });
    return [
      within(`p95 of a filter by userName among ${people} people`, percentile(filters, 0.95), maxFilterMs),
      within(`p95 of a PATCH among ${people} people`, percentile(patches, 0.95), maxPatchMs),
      within(`a first synchronization of ${synchronized} people`, synchronizationMs, maxSynchronizationMs),
    ];
  } finally {
    await server.stop();
    await services.close();
    await sql.end();
  }
}

const userNameIs = (name: string) => encodeURIComponent(`userName eq "${name}"`);

/** The durations of calls one after the other, in milliseconds, without the first tenth. */
async function timed(count: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await work(at);
    if (at >= count / 10) times.push(performance.now() - start);
  }
  return times;
}

const callerOf =
  (base: string, token: string) =>
  async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };

/**
 * A connection whose directory provisions 50,000 people of the stage's workspace; they are made once, as copies of one of its people.
 * @returns a new token
 */
async function prepare(services: Services, sql: Sql): Promise<string> {
  const [workspace] = await sql<{ id: string }[]>`select id from workspaces order by id limit 1`;
  if (!workspace) throw new Error("There is no workspace");
  const ctx = await loadOperator(services, workspace.id);
  const [made] = await sql<{ id: string }[]>`select id from connections limit 1`;
  if (made) return createProvisioningToken(ctx, made.id);
  await verifyByOperator(ctx, await claimDomain(ctx, domain));
  const connectionId = await createConnection(
    ctx,
    ConnectionCreate.parse({
      ...{ name: "Directory", provider: "OTHER", issuer: "https://id.bench.example", clientId: "bench" },
      clientSecret: "not used",
    }),
  );
  await sql`
    with copies as (
      insert into users
      select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'name', 'Person ' || n, 'is_admin', false,
        'email', 'person-' || n || ${`@${domain}`}::text, 'employee_id', null))).*
      from (select * from users where status = 'ACTIVE' order by id limit 1) u cross join generate_series(0, ${people - 1}::int) n
      returning workspace_id, id, email, name)
    insert into provisioned_people (workspace_id, user_id, connection_id, user_name, external_id, attributes, created_at, updated_at)
    select workspace_id, id, ${connectionId}, email, 'ext-' || name, jsonb_build_object('userName', email, 'displayName', name,
      'externalId', 'ext-' || name, 'emails', jsonb_build_array(jsonb_build_object('type', 'work', 'primary', true, 'value', email))),
      now(), now()
    from copies`;
  await sql`analyze`;
  return createProvisioningToken(ctx, connectionId);
}
