import { type SQL, sql } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import type { Ctx } from "@/server/access/ctx";
import { dueRows } from "@/server/kernel/due-rows";
import { ApiError, errorBody } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { storable } from "@/server/kernel/storable";
import { type Answer, pipeline } from "@/server/transport/pipeline";
import { ctxOf, type Exchange } from "./exchange";
import { exchangeOf, type Operation, stillPending } from "./operation-exchange";
import { knownRoute } from "./steps/known-route";
import { readInput } from "./steps/read-input";
import { scope } from "./steps/scope";
import { router, work } from "./work";
import { inWriteTransaction } from "./write-transaction";

/** Unexpected faults (a database that goes away again and again) are tried again this often before the operation fails. */
export const maximumAttempts = 10;
const longestPauseSeconds = 60;

const run = pipeline<Exchange>([knownRoute(router), scope, readInput], work);

/**
 * Carries out one pending operation, once: who holds its lock does, and its effect commits together with its end.
 * @returns whether this call finished it; false when another process has it, or when it must be tried again
 */
export async function carryOut(services: Services, which: OperationRef): Promise<boolean> {
  try {
    const operation = await startAttempt(services, which);
    return operation !== undefined && (await attempt(services, operation));
  } catch (error) {
    services.log.error({ err: error, operation: which.id }, "operation will be tried again");
    return false;
  }
}

export type OperationRef = Pick<Operation, "workspaceId" | "id">;

const lockOf = (id: SQL) => sql`pg_try_advisory_xact_lock(hashtextextended(${id}::text, 11))`;

/**
 * Counts the attempt and puts the next one off, unless another process holds the operation. This commits by itself before the work
 * begins: a worker that dies of it must not forget that it tried.
 */
async function startAttempt({ db }: Services, which: OperationRef): Promise<Operation | undefined> {
  const due = sql`select workspace_id, id from ${operations} where ${stillPending(which)} and ${operations.dueAt} <= now()`;
  const counted = await db.execute(sql`${dueRows(due)}
    update ${operations} o
    set attempt_count = o.attempt_count + 1,
      due_at = now() + make_interval(secs => least(${longestPauseSeconds}, power(2, o.attempt_count)))
    from due where o.workspace_id = due.workspace_id and o.id = due.id and ${lockOf(sql`due.id`)}
    returning o.id`);
  if (counted.length === 0) return undefined;
  const [operation] = await db.select().from(operations).where(stillPending(which));
  return operation;
}

async function attempt(services: Services, operation: Operation): Promise<boolean> {
  try {
    if (operation.attemptCount > maximumAttempts) throw new ApiError("INTERNAL_ERROR");
    const x = await exchangeOf(services, operation);
    return await inWriteTransaction(x, async (inside) => {
      if (!(await hold(ctxOf(inside), operation))) return false;
      return succeed(ctxOf(inside), operation, await run(inside));
    });
  } catch (error) {
    if (error instanceof ApiError) return fail(services, operation, error);
    throw error;
  }
}

/** Holds the operation until the transaction ends: a worker that dies lets go of it, with nothing done. */
async function hold(ctx: Ctx, operation: Operation): Promise<boolean> {
  const [row] = await ctx.db.execute<{ held: boolean }>(sql`select ${lockOf(sql`${operation.id}`)} as held`);
  if (!row?.held) return false;
  const pending = await ctx.db.select({ id: operations.id }).from(operations).where(stillPending(operation));
  return pending.length > 0;
}

/** @throws when the operation was ended meanwhile, so that the effect is undone */
async function succeed(ctx: Ctx, operation: Operation, answer: Answer): Promise<true> {
  const rows = await ctx.db
    .update(operations)
    .set({ status: "SUCCEEDED", result: storable(resultOf(answer)), body: null, completedAt: ctx.now() })
    .where(stillPending(operation))
    .returning({ id: operations.id });
  if (rows.length === 0) throw new Error("The operation was ended by another worker");
  return true;
}

async function fail(services: Services, operation: Operation, refusal: ApiError): Promise<boolean> {
  const error = storable({ ...errorBody(refusal, operation.requestId) });
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
