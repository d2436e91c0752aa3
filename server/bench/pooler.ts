import postgres from "postgres";
import { startPooler } from "../test/pgbouncer";
import { load } from "./load";
import { type Figure, median } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves, writeLeaves } from "./writes";

const paths = ["/v2/departments", "/v2/leaves?limit=100"];
const connections = 32;
const rounds = 3;
const roundSeconds = 4;

/** PgBouncer's defaults, except for its limit of a hundred clients. */
const defaults = { default_pool_size: "20", max_client_conn: "200" };

/** Reads and writes through PgBouncer in transaction mode, compared with direct connections to PostgreSQL, alternating. */
export async function pooler(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1, onnotice: () => undefined });
  const between = await startPooler(stage.settings.databaseUrl, defaults);
  const direct = await leanServer(stage.environment);
  const pooled = await leanServer({ ...stage.environment, DATABASE_URL: between.url });
  const compare = async (what: string, run: (server: Server) => Promise<number>): Promise<Figure> => {
    const readings: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const each = [await run(pooled), await run(direct)];
      // The first round warms up.
      if (round > 0) each.forEach((rate, at) => void readings[at]?.push(rate));
    }
    const [through, straight] = readings.map(median) as [number, number];
    return {
      name: `${what}: throughput through PgBouncer over that without`,
      ratio: through / straight,
      target: { atLeast: 0.9 },
      readings: { "pooled/s": through, "direct/s": straight },
    };
  };
  try {
    const { targets, start } = await prepareLeaves(sql);
    const next = leaveBodies(targets, start);
    const figures: Figure[] = [];
    for (const path of paths) {
      const read = async ({ url }: Server) =>
        (await load({ url, path, keys: stage.keys, connections, seconds: roundSeconds })).requestsPerSecond;
      figures.push(await compare(`GET ${path}`, read));
    }
    const write = async (server: Server) =>
      (await writeLeaves(server, stage.keys, () => JSON.stringify(next()))).perSecond;
    figures.push(await compare("POST /v2/leaves with an Idempotency-Key", write));
    return figures;
  } finally {
    await Promise.all([direct, pooled].map((server) => server.stop()));
    await between.remove();
    await sql.end();
  }
}
