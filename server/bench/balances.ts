import postgres, { type Sql } from "postgres";
import { encodeId } from "@/server/kernel/schema";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

const samples = 200;

/** Two people of one location: one with a full history, and one whose employment and leave began a year ago. */
async function people(sql: Sql): Promise<{ long: string; short: string }> {
  const [long, short] = await sql<{ id: string }[]>`
    select u.id from users u
    where u.status = 'ACTIVE' and u.location_id = (select location_id from users where status = 'ACTIVE' order by id limit 1)
      and u.start_date < current_date - interval '9 years'
    order by u.id limit 2`;
  const [shorter] = await sql<{ id: string }[]>`
    select id from users where status = 'ACTIVE' and employee_id = 'bench-one-year'`;
  if (!long || !(shorter ?? short)) throw new Error("There are no people with ten years of leave");
  const id = shorter?.id ?? short?.id ?? "";
  await sql`delete from leaves where user_id = ${id} and start_date < current_date - interval '1 year'`;
  await sql`
    update users set start_date = current_date - interval '1 year', employee_id = 'bench-one-year' where id = ${id}`;
  return { long: long.id, short: id };
}

/** The balances of a person with ten years of leave, compared with those of a person with one year. */
export async function balances(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  const server = await leanServer(stage.environment);
  try {
    const { long, short } = await people(sql);
    const times: Record<"long" | "short", number[]> = { long: [], short: [] };
    for (let turn = 0; turn < samples; turn++)
      for (const [name, id] of [
        ["long", long],
        ["short", short],
      ] as const) {
        const start = performance.now();
        const response = await fetch(`${server.url}/v2/users/${encodeId("user", id)}/balances`, {
          headers: { authorization: `Bearer ${stage.keys[turn % stage.keys.length]}` },
        });
        if (!response.ok) throw new Error(`The balances answered ${response.status}`);
        await response.arrayBuffer();
        if (turn >= samples / 10) times[name].push(performance.now() - start);
      }
    const [ten, one] = [median(times.long), median(times.short)];
    return [
      {
        name: "balances of ten years of leave over one year",
        ratio: ten / one,
        target: { atMost: 1.5 },
        readings: { "ten years ms": ten, "one year ms": one },
      },
    ];
  } finally {
    await server.stop();
    await sql.end();
  }
}
