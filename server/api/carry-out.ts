import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { type Ctx, ctxFor, onBehalf } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { manages } from "@/server/access/manages";
import { isScope, roleAllows } from "@/server/access/scopes";
import { ApiError, errorBody } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { type Answer, pipeline } from "@/server/transport/pipeline";
import { ctxOf, type Exchange } from "./exchange";
import { knownRoute } from "./steps/known-route";
import { readInput } from "./steps/read-input";
import { scope } from "./steps/scope";
import { router, work } from "./work";
import { inWriteTransaction } from "./write-transaction";

type Operation = typeof operations.$inferSelect;

/** Unexpected faults (a database that went away) are tried again this often before the operation fails. */
const maximumAttempts = 5;
const atOnce = 2;
const batch = 20;

const run = pipeline<Exchange>([knownRoute(router), scope, readInput], work);

const wakes = new WeakMap<Services, { running: boolean; again: boolean }>();

/** Carries out what is pending, without waiting for it; the cron route is the safety net. */
export function carryOutSoon(services: Services): void {
  const wake = wakes.get(services) ?? { running: false, again: false };
  wakes.set(services, wake);
  wake.again = true;
  if (wake.running) return;
  wake.running = true;
  setImmediate(async () => {
    while (wake.again) {
      wake.again = false;
      await carryOutDue(services).catch((err: unknown) => services.log.error({ err }, "operations failed"));
    }
    wake.running = false;
  });
}

/**
 * Carries out pending operations, oldest first, each once. Any number of processes may do so at once.
 * @returns how many this call finished
 */
export async function carryOutDue(services: Services): Promise<number> {
  let finished = 0;
  let last: Operation | undefined;
  do {
    const due = await pendingAfter(services, last);
    last = due.length === batch ? due.at(-1) : undefined;
    const take = async (): Promise<void> => {
      for (let next = due.shift(); next; next = due.shift()) if (await carryOut(services, next)) finished++;
    };
    await Promise.all(Array.from({ length: atOnce }, take));
  } while (last);
  return finished;
}

/** The next pending ones. Those that another process works on or that fail stay pending, and must not hide the ones behind them. */
function pendingAfter({ db }: Services, last: Operation | undefined): Promise<Operation[]> {
  const behind: SQL | undefined =
    last && sql`(${operations.createdAt}, ${operations.id}) > (${last.createdAt.toISOString()}, ${last.id})`;
  return db
    .select()
    .from(operations)
    .where(and(eq(operations.status, "PENDING"), behind))
    .orderBy(asc(operations.createdAt), asc(operations.id))
    .limit(batch);
}

const rowOf = (operation: Operation) =>
  and(eq(operations.workspaceId, operation.workspaceId), eq(operations.id, operation.id));
const stillPending = (operation: Operation) => and(rowOf(operation), eq(operations.status, "PENDING"));

/** @returns whether this call finished the operation; false when another process has it */
async function carryOut(services: Services, operation: Operation): Promise<boolean> {
  try {
    const x = exchangeOf(services, operation, await ctxOfOperation(services, operation));
    return await inWriteTransaction(x, async () => {
      if (!(await claim(ctxOf(x), operation))) return false;
      const attempt = await countAttempt(services, operation);
      if (attempt > maximumAttempts) throw new ApiError("INTERNAL_ERROR");
      const answer = await run(x);
      return succeed(ctxOf(x), operation, answer);
    });
  } catch (error) {
    if (error instanceof ApiError) return fail(services, operation, error);
    services.log.error({ err: error, operation: operation.id }, "operation will be tried again");
    return false;
  }
}

/** Holds the operation until the transaction ends: a worker that dies lets go of it, with nothing done. */
async function claim(ctx: Ctx, operation: Operation): Promise<boolean> {
  const [row] = await ctx.db.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${operation.id}, 11)) as held`,
  );
  if (!row?.held) return false;
  const pending = await ctx.db.select({ id: operations.id }).from(operations).where(stillPending(operation));
  return pending.length > 0;
}

/** Counted outside the transaction, so that a crash does not forget it. */
async function countAttempt(services: Services, operation: Operation): Promise<number> {
  const [row] = await services.db
    .update(operations)
    .set({ attemptCount: sql`${operations.attemptCount} + 1` })
    .where(stillPending(operation))
    .returning({ attempt: operations.attemptCount });
  return row?.attempt ?? 0;
}

/** @throws when the operation was ended meanwhile, so that the effect is undone */
async function succeed(ctx: Ctx, operation: Operation, answer: Answer): Promise<true> {
  const rows = await ctx.db
    .update(operations)
    .set({ status: "SUCCEEDED", result: resultOf(answer), body: null, completedAt: ctx.now() })
    .where(stillPending(operation))
    .returning({ id: operations.id });
  if (rows.length === 0) throw new Error("The operation was ended by another worker");
  return true;
}

async function fail(services: Services, operation: Operation, refusal: ApiError): Promise<boolean> {
  const error = { ...errorBody(refusal, operation.requestId) };
  const rows = await services.db
    .update(operations)
    .set({ status: "FAILED", error, body: null, completedAt: services.clock() })
    .where(stillPending(operation))
    .returning({ id: operations.id });
  return rows.length > 0;
}

const resultOf = (answer: Answer) => ({
  status: answer.status,
  body: answer.body === null ? null : (JSON.parse(answer.body) as unknown),
});

/**
 * The rights of now: scopes that the owner's role no longer allows are gone, and so is the right to act for somebody whom the
 * owner no longer manages.
 * @throws ApiError FORBIDDEN when a person no longer exists, ON_BEHALF_OF_NOT_ALLOWED
 */
async function ctxOfOperation(services: Services, operation: Operation): Promise<Ctx> {
  const { workspaceId, ownerId, actingUserId, keyId, requestId } = operation;
  const accepted = operation.scopes.filter(isScope);
  const via = { type: "apiKey" as const, keyId, scopes: accepted };
  const owner = await loadActor(services.db, workspaceId, ownerId, via);
  if (!owner) throw new ApiError("FORBIDDEN", { description: "The key owner no longer exists." });
  via.scopes = accepted.filter((scope) => roleAllows(owner.role, scope));
  const ctx = { ...ctxFor(services, owner, requestId), report: reporter(services, operation) };
  if (actingUserId === ownerId) return ctx;
  const acting = await loadActor(services.db, workspaceId, actingUserId, via);
  if (!acting || !via.scopes.includes("users:act-on-behalf") || !(await manages(ctx, actingUserId)))
    throw new ApiError("ON_BEHALF_OF_NOT_ALLOWED");
  return onBehalf(ctx, acting);
}

const reportEveryMs = 300;

/** Shows progress from outside the transaction, not more often than a person could see. */
function reporter(services: Services, operation: Operation): NonNullable<Ctx["report"]> {
  let last = 0;
  return (progress) => {
    const now = services.clock().getTime();
    if (now - last < reportEveryMs) return;
    last = now;
    services.db
      .update(operations)
      .set({ progress })
      .where(stillPending(operation))
      .then(undefined, (err: unknown) => services.log.warn({ err }, "progress was not recorded"));
  };
}

function exchangeOf(services: Services, operation: Operation, ctx: Ctx): Exchange {
  const { method, path, search, body, requestId } = operation;
  const request = new Request(`http://operation.invalid${path}${search ? `?${search}` : ""}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === null ? {} : { body }),
  });
  return { services, request, method, path, search, requestId, headers: {}, ctx };
}
