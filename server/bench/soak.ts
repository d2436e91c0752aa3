import { setTimeout as delay } from "node:timers/promises";
import { Command } from "commander";
import postgres from "postgres";
import { createRandom } from "@/drizzle/seed/random";
import { dayText } from "@/server/kernel/time/calendar-date";
import { hasPooler, startPooler } from "../test/pgbouncer";
import { oauthInputs } from "./oauth-data";
import { percentile } from "./report";
import { audit, drained, type Findings, total } from "./soak-audit";
import { doFaults, type Fault, type Site } from "./soak-faults";
import { Fleet } from "./soak-fleet";
import { startReceivers } from "./soak-receivers";
import { dataDir, environmentFor, forgetLogs, openSoakDatabase, prepareSite } from "./soak-site";
import { type Sent, Traffic } from "./soak-traffic";
import { firstWeek, leaveBodies, prepareLeaves } from "./writes";

// `npm run soak`: real processes under load while they, the database and the pooler suffer every kind of fault, then an audit.

const program = new Command("soak")
  .description(
    "Writes to real processes while they are harmed, then counts what was lost, doubled or wrongly failed",
  )
  .option("--minutes <number>", "how long", Number, 20)
  .option("--rate <number>", "requests a second", Number, 170)
  .option("--processes <number>", "processes of the service", Number, 2)
  .option("--pause <seconds>", "between two faults, about", Number, 4)
  .option("--seed <number>", "of the order of things", Number, 1)
  .option("--database <url>", "an empty database of yours, as a superuser; with Citus it is distributed")
  .option("--stop <command>", "stops one of its servers")
  .option("--start <command>", "starts that server again")
  .option("--json", "print one JSON object")
  .parse();
const options = program.opts<{
  minutes: number;
  rate: number;
  processes: number;
  pause: number;
  seed: number;
  database?: string;
  stop?: string;
  start?: string;
  json?: boolean;
}>();

const clients = 48;
const codesAtOnce = 800;
/** A code is valid for ten minutes. */
const codesEveryMs = 240_000;
/** Without progress: failed work may be waiting for its next attempt. */
const drainTimeoutMs = 180_000;
const log = (line: string): void => console.error(`soak: ${line}`);

forgetLogs();
log("making a database");
const { database: given, stop: stopServer, start: startServer } = options;
const database = given ? { url: given, stop: async () => true } : await openSoakDatabase();
const receivers = await startReceivers();
const webhookHost = `127.0.0.1:${receivers.webhookPort}`;
const environment = environmentFor(database.url, {
  SMTP_URL: receivers.smtpUrl,
  WEBHOOK_ALLOW_HOSTS: webhookHost,
  SHUTDOWN_LEAD_SECONDS: "2",
  PAGE_RATE_PER_SESSION: "200",
  PAGE_RATE_PER_SOURCE: "200",
});
const { stage, addresses } = await prepareSite(environment, `http://${webhookHost}/`, options.minutes);
const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
const { targets, start } = await prepareLeaves(sql);

const pooler = hasPooler
  ? await startPooler(database.url, { default_pool_size: "20", max_client_conn: "200" })
  : undefined;
if (!pooler) log("there is no PgBouncer on this machine: every process goes straight to the database");
const fleet = new Fleet([environment, pooler ? { ...environment, DATABASE_URL: pooler.url } : environment]);
log(`starting ${options.processes} processes`);
while (fleet.size < options.processes) await fleet.add();

const anyPort = { url: environment.APP_URL ?? "", pid: 0, stop: async () => undefined };
const codes: string[] = [];
const { refreshTokens } = await oauthInputs(stage, anyPort, { codes: 0, refreshTokens: 200 });
const drawn = createRandom(options.seed);
const random = () => drawn.next();
const traffic = new Traffic(fleet, stage.keys, leaveBodies(targets, start), refreshTokens, codes, random);

const until = performance.now() + options.minutes * 60_000;
const isOver = () => performance.now() > until;
async function supplyCodes(): Promise<void> {
  for (let next = 0; !isOver(); await delay(250)) {
    if (performance.now() < next) continue;
    const inputs = await oauthInputs(stage, anyPort, { codes: codesAtOnce, refreshTokens: 0 }).catch(
      () => null,
    );
    if (!inputs) continue;
    codes.splice(0, codes.length, ...inputs.codes);
    next = performance.now() + codesEveryMs;
  }
}

const server = stopServer && startServer ? { stop: stopServer, start: startServer } : undefined;
const site: Site = { fleet, dataDir, database, isGiven: given !== undefined, pooler, server, random };
log(`${options.minutes} minutes of traffic and faults`);
const [faults] = await Promise.all([
  doFaults(site, isOver, options.pause * 1000),
  supplyCodes(),
  ...Array.from({ length: clients }, () => traffic.client((clients * 1000) / options.rate, isOver)),
]);
log("waiting until nothing is due any more");
const drainBegan = performance.now();
const left = await drained(sql, drainTimeoutMs);
const drainSeconds = Math.round((performance.now() - drainBegan) / 1000);
log("counting");
const findings = await audit(sql, dayText(start + firstWeek * 7), traffic.asked, receivers, addresses);
await fleet.end();
await sql.end();
await pooler?.remove();
await site.database.stop();

/** For each kind of fault: the time until the first answer to a request sent after it, and until all requests in flight were answered. */
function recoveries(all: readonly Fault[], sent: readonly Sent[]): Record<string, Record<string, number>> {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const times = all.filter((fault) => fault.kind === kind).map(({ at }) => at);
      const again = times.map((at) =>
        sent.reduce(
          (least, { begun, ended }) => (begun > at && ended - at < least ? ended - at : least),
          Infinity,
        ),
      );
      const underWay = times.map((at) =>
        sent.reduce((most, { begun, ended }) => (begun <= at && ended - at > most ? ended - at : most), 0),
      );
      const figures = {
        ...{ times: times.length, "served again p99 ms": percentile(again, 0.99) },
        ...{ "all under way p50 ms": percentile(underWay, 0.5), "p99 ms": percentile(underWay, 0.99) },
      };
      return [kind, Object.fromEntries(Object.entries(figures).map(([name, n]) => [name, Math.round(n)]))];
    }),
  );
}

const { reads: _reads, ...writesAcknowledged } = traffic.acknowledged.counts;
if (traffic.doubledCodes > 0) findings.doubled["authorization codes"] = traffic.doubledCodes;
Object.assign(findings.wronglyFailed, traffic.wrong.counts);
const { passing } = traffic;
const faulty = Object.entries(passing.counts).filter(
  ([name]) => name.startsWith("5") && !name.startsWith("503"),
);
const report: Record<string, unknown> & Findings & { ok: boolean } = {
  acknowledged: { ...traffic.acknowledged.counts, "writes in all": total(writesAcknowledged) },
  ...findings,
  left,
  "drained in seconds": drainSeconds,
  "5xx but 503": Object.fromEntries(faulty),
  "tried again": passing.counts,
  recovery: recoveries(faults, traffic.sent),
  ok:
    total(findings.lost) + total(findings.doubled) + total(findings.wronglyFailed) + total(left) === 0 &&
    faulty.length === 0,
};
if (options.json) console.log(JSON.stringify(report, null, 2));
else
  for (const [name, value] of Object.entries(report))
    console.log(`${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`);
process.exit(report.ok ? 0 : 1);
