import postgres, { type Sql } from "postgres";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import { newSecret } from "@/server/kernel/workspace-secret";
import { oauthLoad } from "./oauth-load";
import type { Figure } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

const eventCount = 2000;
/** Enough fetches for the server's CPU time to be significant, since the system counts it in hundredths of a second. */
const feedCount = 200;
const typeName = "Fed";
const maxMs = { "200": 30, "304": 2 };

/** Server CPU time of calendar feeds of 2,000 events, for a first fetch and for a revalidation. */
export async function feeds(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  const server = await leanServer(stage.environment);
  try {
    const paths = await prepareFeeds(sql);
    const first = await fetch(server.url + paths[0]);
    const events = (await first.text()).split("BEGIN:VEVENT").length - 1;
    if (events !== eventCount) throw new Error(`The calendar has ${events} events`);
    const etags: string[] = [];
    for (const path of paths) etags.push(await etagOf(server.url + path));
    const figures: Figure[] = [];
    for (const status of ["200", "304"] as const) {
      const inputs = paths.map((path, at) => ({
        path,
        headers: status === "304" ? { "if-none-match": etags[at] ?? "" } : ({} as Record<string, string>),
      }));
      const load = { method: "GET", path: paths[0] ?? "", inputs, connections: 4 } as const;
      await oauthLoad(server, load);
      const { total, seconds, cpuSeconds } = await oauthLoad(server, load);
      const cpuMs = (cpuSeconds / total) * 1000;
      figures.push({
        name: `calendar of 2,000 events answered ${status}: CPU time over ${maxMs[status]} ms`,
        ratio: cpuMs / maxMs[status],
        target: { atMost: 1 },
        readings: { "CPU ms": cpuMs, "each s": total / seconds },
      });
    }
    return figures;
  } finally {
    await clearFeeds(sql);
    await server.stop();
    await sql.end();
  }
}

async function etagOf(url: string): Promise<string> {
  const { headers, status } = await fetch(url, { method: "HEAD" });
  const etag = headers.get("etag");
  if (etag === null) throw new Error(`No entity tag with ${status}`);
  return etag;
}

async function clearFeeds(sql: Sql): Promise<void> {
  await sql`delete from calendar_feeds`;
  await sql`delete from leaves where leave_type_id in (select id from leave_types where name = ${typeName})`;
  await sql`delete from leave_types where name = ${typeName}`;
}

/** Gives one person that much leave within a calendar's months, and many feeds of it. @returns their paths */
async function prepareFeeds(sql: Sql): Promise<string[]> {
  await clearFeeds(sql);
  const [person] = await sql<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from users u where status = 'ACTIVE' order by (
      select count(*) from leaves l where l.user_id = u.id and l.status in ('OPEN', 'APPROVED')
        and l.end_date >= current_date - interval '4 months'), id limit 1`;
  if (!person) throw new Error("There is no user");
  const leaveTypeId = newId();
  await sql`
    insert into leave_types (workspace_id, id, name, color, created_at)
    values (${person.workspaceId}, ${leaveTypeId}, ${typeName}, '2563EB', now())`;
  const [shown] = await sql<{ count: number }[]>`
    select count(*)::int from leaves where user_id = ${person.id} and status in ('OPEN', 'APPROVED')
      and end_date >= current_date - interval '3 months' and start_date <= current_date + interval '18 months'`;
  await sql`
    insert into leaves (workspace_id, id, user_id, duration_calendar_days, duration_working_days, start_date, end_date,
      leave_type_id, location_id, department_id, status, created_at, updated_at)
    select u.workspace_id, gen_random_uuid(), u.id, 2, 2, current_date + n % 500, current_date + n % 500 + 1, ${leaveTypeId},
      u.location_id, u.department_id, 'APPROVED', now(), now()
    from users u, generate_series(1, ${eventCount - (shown?.count ?? 0)}::int) n where u.id = ${person.id}`;
  const tokens = Array.from({ length: feedCount }, () => newSecret(person.workspaceId));
  for (const token of tokens)
    await sql`
      insert into calendar_feeds (workspace_id, id, user_id, kind, hash, created_at)
      values (${person.workspaceId}, ${newId()}, ${person.id}, 'MINE', ${sha256(token)}, now())`;
  return tokens.map((token) => `/ical/${token}.ics`);
}
