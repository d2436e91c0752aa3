import { sql } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { type Ctx, inTransaction, systemContext } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { limitLockWait } from "@/server/kernel/database/lock";
import { literal } from "@/server/kernel/database/sql-parts";
import { storable } from "@/server/kernel/database/storable";
import { wake } from "@/server/kernel/database/wake";
import { ApiError } from "@/server/kernel/errors";
import { inTurn } from "@/server/kernel/http/in-turn";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { operationsKind } from "@/server/modules/integrations/operations/record";
import { type Answer, json } from "@/server/transport/answer";
import { exactBody } from "@/server/transport/trpc-error";
import { attemptsOf } from "@/server/worker/begin-attempts";
import { dueWorkOf } from "@/server/worker/due-work";
import type { Claimed, Hold, Kind, LaneCapacity, Queue, WorkItem } from "@/server/worker/kind";
import { exchangeOf, type Operation, stillPending } from "./operation-exchange";
import { requireEndpointScope } from "./steps/api-key";
import { knownRoute } from "./steps/known-route";
import { idsOf, parseBody, readBody, readTarget } from "./steps/read-input";
import { check, router, work } from "./work";
import { inWriteTransaction } from "./write-transaction";

/** Maximum attempts after unexpected errors (a database that is unavailable again and again) before the operation fails. */
export const maximumAttempts = 10;
const longestPauseSeconds = 60;

/** Lock timeout of a step: it then releases its locks, and is retried. */
const lockWaitMs = second / 2;

type Progress = NonNullable<Operation["progress"]>;

interface PendingOperation extends WorkItem {
  operation: Operation;
}

const queue: Queue = {
  table: operations,
  workspaceId: operations.workspaceId,
  dueAt: operations.dueAt,
  pending: sql`${operations.status} = 'PENDING'`,
};

/** Accepted writes as due work: each is carried out once, since its effect commits together with its completion. */
export const operationWork = (): Kind<PendingOperation> => ({
  name: operationsKind,
  queue,
  // Each uses a connection of the pool, and requests need some, too.
  slots: 6,
  laneSlots: 2,
  claim: claimOperations,
  async perform(services, { operation }, hold) {
    try {
      await carryOut(services, operation, hold);
    } catch (error) {
      services.log.error({ err: error, operation: operation.id }, "operation will be tried again");
    }
    return undefined;
  },
});

/** Carries out pending operations; waits for them as long as a tick may. @returns how many were tried since the last call */
export const carryOutDue = dueWorkOf(operationsKind, operationWork);

/** Untried operations come before failed ones, and the next attempt is put off. */
const begin = attemptsOf(queue, {
  id: operations.id,
  attemptCount: operations.attemptCount,
  first: sql`${operations.attemptCount} > 0`,
  computed: (at) => ({
    due_at: sql`${at} + make_interval(secs => least(${literal(longestPauseSeconds)}, power(2, ${operations.attemptCount})))`,
  }),
});

async function claimOperations(
  { db, clock }: Services,
  lanes: readonly LaneCapacity[],
): Promise<Claimed<PendingOperation>> {
  const begun = await begin(db, lanes, clock());
  const rows = await Promise.all(
    begun.map((which) => scoped(workspaceOf(which), operations).selectAll(db).where(stillPending(which))),
  );
  return {
    items: rows.flat().map((operation) => ({
      ...{ workspaceId: operation.workspaceId, lane: operation.workspaceId, id: operation.id },
      operation,
    })),
  };
}

/** The steps of an accepted request; the work that needs its transaction comes last. */
async function carryOutAsSent(services: Services, operation: Operation, hold: Hold): Promise<void> {
  const known = knownRoute(router, await exchangeOf(services, operation));
  requireEndpointScope(known);
  const ready = await check(await parseBody(await readBody(readTarget(known))));
  await inWriteTransaction(ready, async (inside) => {
    if (await isOurs(inside.ctx.db, operation, hold))
      await succeed(inside.ctx, operation, await work(inside));
  });
}

async function carryOut(services: Services, operation: Operation, hold: Hold): Promise<void> {
  try {
    if (operation.attemptCount > maximumAttempts) throw new ApiError("INTERNAL_ERROR");
    const { found } = router.match(operation.method, operation.path);
    // During a rolling upgrade a newer process has accepted it: it is left for one.
    if (!found) throw new Error(`${operation.method} ${operation.path} is no endpoint of this version`);
    await (found.route.step ? carryOutSteps : carryOutAsSent)(services, operation, hold);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await fail(services, operation, error);
  }
}

/** Maximum time before other operations of the workspace get their turn. */
const turnMs = second;

/**
 * Carries out an accepted operation in steps, each in its turn. Each step commits with the progress, so that a crash repeats none and skips
 * none.
 */
async function carryOutSteps(services: Services, operation: Operation, hold: Hold): Promise<void> {
  const until = performance.now() + turnMs;
  while (performance.now() < until) {
    if (!(await inTurn("work", () => takeStep(services, operation, hold)))) return;
  }
  wake(services, operationsKind);
}

/** @returns whether another step follows */
export const takeStep = (services: Services, operation: Operation, hold: Hold): Promise<boolean> =>
  inTransaction({ ...systemContext(services), workspaceId: operation.workspaceId }, async (tx) => {
    const { found } = router.match(operation.method, operation.path);
    if (!found?.route.step || !(await isOurs(tx.db, operation, hold))) return false;
    await limitLockWait(tx.db, lockWaitMs);
    const { route, params } = found;
    const input = { params: idsOf(route, params) };
    const stepped = await route.step?.(tx, input);
    if (!stepped) return false;
    if ("progress" in stepped) await note(tx.db, operation, stepped.progress, services.clock());
    else
      await succeed(
        { db: tx.db, now: services.clock },
        operation,
        json(200, { data: route.present?.(stepped.result, input) }),
      );
    return "progress" in stepped;
  });

/** An operation that makes progress has not failed: its attempt count restarts, and it is due. */
async function note(tx: Db, operation: Operation, progress: Progress, dueAt: Date): Promise<void> {
  const rows = await scoped(workspaceOf(operation), operations)
    .update(tx)
    .set({ progress, attemptCount: 0, dueAt })
    .where(stillPending(operation))
    .returning({ id: operations.id });
  if (rows.length === 0) throw new Error("The operation was ended by another worker");
}

/** Keeps other workers off the operation until this transaction ends; a worker that dies releases it, with nothing done. */
async function isOurs(tx: Db, operation: Operation, hold: Hold): Promise<boolean> {
  if (!(await hold(tx))) return false;
  const pending = await scoped(workspaceOf(operation), operations)
    .select(tx, { id: operations.id })
    .where(stillPending(operation));
  return pending.length > 0;
}

/** @throws when the operation has ended meanwhile, which rolls the effect back */
async function succeed(ctx: Pick<Ctx, "db" | "now">, operation: Operation, answer: Answer): Promise<void> {
  const rows = await scoped(workspaceOf(operation), operations)
    .update(ctx.db)
    .set({ status: "SUCCEEDED", result: storable(resultOf(answer)), body: null, completedAt: ctx.now() })
    .where(stillPending(operation))
    .returning({ id: operations.id });
  if (rows.length === 0) throw new Error("The operation was ended by another worker");
}

async function fail(services: Services, operation: Operation, refusal: ApiError): Promise<void> {
  const error = storable({ ...exactBody(refusal, operation.requestId) });
  await scoped(workspaceOf(operation), operations)
    .update(services.db)
    .set({ status: "FAILED", error, body: null, completedAt: services.clock() })
    .where(stillPending(operation));
}

const resultOf = (answer: Answer) => ({
  status: answer.status,
  body: answer.body === null ? null : (JSON.parse(answer.body) as unknown),
});
