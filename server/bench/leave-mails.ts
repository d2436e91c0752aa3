import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { type Figure, median } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";
import { leaveBodies, prepareLeaves, writeLeaves } from "./writes";

const rounds = 3;
const giveUpMs = 120_000;

/** How long the mails about a burst of leave take after its last answer, compared with the time of the burst. */
export async function leaveMails(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 1 });
  // The mails go into a separate folder.
  const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-leave-mails-"));
  const { targets, start } = await prepareLeaves(sql);
  await sql`truncate leave_notices, mails cascade`;
  const next = leaveBodies(targets, start);
  const server = await leanServer({ ...stage.environment, DATA_DIR: dataDir });
  const times = { written: [] as number[], noticed: [] as number[], sent: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const begun = performance.now();
      await writeLeaves(server, stage.keys, () => JSON.stringify(next()));
      const written = performance.now();
      await none(sql, "leave_notices", "attempt_count < 12");
      const noticed = performance.now();
      await none(sql, "mails", "status = 'pending'");
      const sent = performance.now();
      // The first round warms up.
      if (round === 0) continue;
      times.written.push(written - begun);
      times.noticed.push(noticed - written);
      times.sent.push(sent - written);
    }
  } finally {
    await server.stop();
    await sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const { written, noticed, sent } = times;
  return [
    {
      name: "mails about leave: written so long after a rush of requests, over how long the rush took",
      ratio: median(noticed) / median(written),
      target: { atMost: 1 },
      readings: {
        "rush ms": median(written),
        "written after ms": median(noticed),
        "sent after ms": median(sent),
      },
    },
  ];
}

/** Waits until a table has no rows that match. */
async function none(sql: Sql, table: string, condition: string): Promise<void> {
  const until = performance.now() + giveUpMs;
  while (performance.now() < until) {
    const [found] = await sql.unsafe(`select from ${table} where ${condition} limit 1`);
    if (!found) return;
    await delay(10);
  }
  throw new Error(`There are still rows in ${table}`);
}
