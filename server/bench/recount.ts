import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTRPCClient, httpLink } from "@trpc/client";
import postgres, { type Sql } from "postgres";
import superjson from "superjson";
import type { AppRouter } from "@/server/api/trpc";
import { newId } from "@/server/kernel/ids";
import { sessionCookieOf } from "./client-session";
import { clearRecounted, prepareRecounted, quota, type Recounted } from "./recount-data";
import { type Figure, percentile } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";
import { Stream, type Times } from "./stream";
import { leaveBodies, prepareLeaves } from "./writes";

const rounds = 4;
const quietMs = 12_000;
/** The interval of the stream; half of it reads, half of it books. */
const everyMs = 40;
const maxMs = 30_000;
const maxCompanyLeaveMs = 20_000;
/** For a holiday, by the number of leaves that it recounts. */
const maxMsPerLeave = 5000 / 2000;
const maxSlowdown = 2;

/** The duration of changes for 5,000 people, and the latency of all other requests during them. */
export async function recount(stage: Stage): Promise<Figure[]> {
  const sql = postgres(stage.settings.databaseUrl, { max: 2, onnotice: () => undefined });
  // The mails about the change go into a separate folder.
  const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-recount-"));
  const booking = await prepareLeaves(sql);
  const recounted = await prepareRecounted(sql);
  const since = new Date();
  const server = await leanServer({ ...stage.environment, DATA_DIR: dataDir });
  const stream = new Stream(server, everyMs, kindsOf(stage, leaveBodies(booking.targets, booking.start)));
  try {
    const { name, value } = await sessionCookieOf(stage);
    const calls = createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${server.url}/api/trpc`,
          transformer: superjson,
          headers: { cookie: `${name}=${value}` },
        }),
      ],
    });
    // The first call loads the modules of the pages' calls.
    await calls.leaveTypes.get.query({ id: recounted.leaveTypeId });
    await stream.during(() => delay(quietMs / 3));
    const before = await stream.during(() => delay(quietMs));
    const policy = await measure(sql, stream, () => changePolicies(calls, recounted));
    const company = await measure(sql, stream, () => bookCompanyLeave(calls, recounted));
    const holiday = await measure(sql, stream, () => changeHoliday(calls, recounted));
    const pattern = await measure(sql, stream, () => changePatterns(calls, recounted));
    const after = await stream.during(() => delay(quietMs));
    const quiet = Object.fromEntries(
      Object.keys(before).map((kind) => [kind, [...(before[kind] ?? []), ...(after[kind] ?? [])]]),
    );
    return [
      ...figuresOf("a change of policy for 5,000 people", maxMs, quiet, policy),
      ...figuresOf("company leave for 5,000 people", maxCompanyLeaveMs, quiet, company),
      ...figuresOf(
        `a new holiday with ${recounted.crowd.count} leaves`,
        recounted.crowd.count * maxMsPerLeave,
        quiet,
        holiday,
      ),
      ...figuresOf("a change of work pattern for 5,000 people", maxMs, quiet, pattern),
    ];
  } finally {
    await stream.close();
    await server.stop();
    await clearRecounted(sql, since);
    await sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Calls = ReturnType<typeof createTRPCClient<AppRouter>>;

/** A smaller quota, which must be covered for everyone, and the larger one again. */
async function changePolicies(calls: Calls, { leaveTypeId, locationIds }: Recounted) {
  const took = { "preview ms": 0, "change ms": 0 };
  for (let round = 0; round < rounds; round++) {
    const yearlyQuota = round % 2 === 0 ? quota - 5 : quota;
    const policies = locationIds.map((locationId) => ({ locationId, yearlyQuota }));
    const started = performance.now();
    const effect = await calls.leaveTypes.previewPolicies.query({ id: leaveTypeId, policies });
    if (effect.overdrawnCount > 0) throw new Error(`${effect.overdrawnCount} people would be overdrawn`);
    const seen = performance.now();
    await calls.leaveTypes.update.mutate({ id: leaveTypeId, patch: { policies } });
    took["preview ms"] = Math.max(took["preview ms"], seen - started);
    took["change ms"] = Math.max(took["change ms"], performance.now() - seen);
  }
  return took;
}

/** Books two days for everyone, in a week without other leave of the type. */
async function bookCompanyLeave(calls: Calls, { leaveTypeId, companyDays }: Recounted) {
  const started = performance.now();
  const { id } = await calls.companyLeaves.create.mutate({
    attempt: attempt(),
    companyLeave: { name: "Works holiday", leaveTypeId, ...companyDays },
  });
  for (;;) {
    const { status, counts, pendingCount } = await calls.companyLeaves.get.query({ id });
    if (status === "BOOKED" && pendingCount === 0) {
      if (counts.BOOKED === 0) throw new Error(`Nothing was booked: ${JSON.stringify(counts)}`);
      return { "booking ms": performance.now() - started, people: counts.BOOKED };
    }
    await delay(100);
  }
}

/** A new holiday on a day of everyone's leave at the largest location. */
async function changeHoliday(calls: Calls, { crowd }: Recounted) {
  const started = performance.now();
  const { locationId, date } = crowd;
  const write = { kind: "create", holiday: { locationId, date, name: "Recounted holiday" } } as const;
  const { operationId } = await calls.directory.holidays.save.mutate({ attempt: attempt(), write });
  if (operationId === null) throw new Error("The holiday recounted few people");
  for (;;) {
    const { status, error } = await calls.operations.get.query({ id: operationId });
    if (error) throw new Error(JSON.stringify(error));
    if (status !== "PENDING") return { "change ms": performance.now() - started };
    await delay(50);
  }
}

const attempt = () => newId().replaceAll("-", "");

/** Gives everyone a work pattern with one day less from their first leave on, which changes the days of both leaves. */
async function changePatterns(calls: Calls, { userIds, from }: Recounted) {
  const started = performance.now();
  const pattern = { from, minutes: [[0], [480], [480], [480], [0], [480], [0]] };
  const { operationIds } = await calls.workPatterns.setMany.mutate({
    attempt: attempt(),
    select: { ids: userIds },
    pattern,
  });
  for (;;) {
    const standing = await calls.workPatterns.standing.mutate({ operationIds });
    if (standing.status === "PENDING") {
      await delay(100);
      continue;
    }
    const { changedCount, recountedLeaveCount } = standing;
    if (changedCount !== userIds.length || recountedLeaveCount < 2 * changedCount)
      throw new Error(`${changedCount} patterns recounted ${recountedLeaveCount} leaves`);
    break;
  }
  return { "change ms": performance.now() - started };
}

interface Measured {
  took: Record<string, number>;
  times: Times;
  longestMs: number;
}

async function measure(
  sql: Sql,
  stream: Stream,
  work: () => Promise<Record<string, number>>,
): Promise<Measured> {
  let took: Record<string, number> = {};
  const watch = watchLocks(sql);
  const times = await stream.during(async () => {
    took = await work();
  });
  return { took, times, longestMs: await watch.stop() };
}

/** The longest observed wait for a lock. */
function watchLocks(sql: Sql) {
  let isOver = false;
  let longest = 0;
  const watched = (async () => {
    while (!isOver) {
      const [row] = await sql<{ ms: number }[]>`
        select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
        from pg_locks where not granted`;
      longest = Math.max(longest, row?.ms ?? 0);
      await delay(10);
    }
  })();
  return {
    async stop(): Promise<number> {
      isOver = true;
      await watched;
      return longest;
    },
  };
}

function figuresOf(
  what: string,
  withinMs: number,
  quiet: Times,
  { took, times, longestMs }: Measured,
): Figure[] {
  const p99 = (all: Times, kind: string) => percentile(all[kind] ?? [], 0.99);
  return [
    {
      name: `${what} over ${withinMs / 1000} s`,
      ratio:
        Math.max(...Object.entries(took).map(([name, value]) => (name.endsWith(" ms") ? value : 0))) /
        withinMs,
      target: { atMost: 1 },
      readings: { ...took, "longest wait for a lock ms": longestMs },
    },
    ...Object.keys(times).map((kind) => ({
      name: `p99 of ${kind} during ${what}, over p99 without`,
      ratio: p99(times, kind) / p99(quiet, kind),
      target: { atMost: maxSlowdown },
      readings: {
        "ms during": p99(times, kind),
        "ms without": p99(quiet, kind),
        "slowest ms": Math.max(...(times[kind] ?? [])),
        count: times[kind]?.length ?? 0,
      },
    })),
  ];
}

function kindsOf(stage: Stage, body: () => unknown) {
  let turn = 0;
  const authorization = () => `Bearer ${stage.keys[turn++ % stage.keys.length]}`;
  return {
    reads: () => ({
      method: "GET" as const,
      path: "/v2/leaves?limit=50",
      headers: { authorization: authorization() },
    }),
    bookings: () => ({
      method: "POST" as const,
      path: "/v2/leaves",
      headers: {
        authorization: authorization(),
        "content-type": "application/json",
        "idempotency-key": newId(),
      },
      body: JSON.stringify(body()),
    }),
  };
}
