import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { type ShownApprover, showApprovers } from "@/server/modules/leave/requests/find-approvers";
import { findReturned, type Returned } from "@/server/modules/leave/requests/settle-interruptions";
import { decidesAtAll } from "@/server/modules/leave/requests/standing";
import { type RequestFacts, readFacts } from "./read-facts";
import { asAsked, chainOfRequest, noWaits, type RequestRow, requests, turnParams } from "./store";

/** The facts that an approver needs before a decision. */
export type DecisionContext = RequestFacts & {
  leave: RequestRow["leave"];
  person: RequestRow["person"];
  /** Everyone who may decide it, by level, except the owner. */
  deciders: ShownApprover[];
  /** The person's other leave that gets days back once it is approved. */
  returned: Returned[];
};

const query = preparedBy((db, kind) =>
  requests(db, kind, isAnyOf(leaves.id, sql.placeholder("ids"))).prepare(`decision_context_${kind}`),
);

/**
 * Reads the facts for decisions about open leave, with a handful of statements for any number. Leave that is not open, or that the caller may not
 * decide, is left out.
 * @param ids at most 50
 */
export async function readDecisionContext(ctx: Ctx, ids: readonly string[]): Promise<DecisionContext[]> {
  if (!decidesAtAll(ctx) || ids.length === 0) return [];
  const found = await query(ctx.db, ctx.reach.kind).execute({
    ...turnParams(ctx),
    ...noWaits,
    ids: [...ids],
  });
  const rows = found.map(asAsked);
  const [facts, returned] = await Promise.all([readFacts(ctx, rows), readReturned(ctx, rows)]);
  const contexts = new Map(
    rows.map((row, index): [string, DecisionContext] => [
      row.leave.id,
      { ...contextOf(ctx, row, facts[index]), returned: returned.get(row.leave.id) ?? [] },
    ]),
  );
  return ids.flatMap((id) => contexts.get(id) ?? []);
}

/** What requests give back, by leave; a cancellation takes days instead, and a change may do both. */
async function readReturned(ctx: Ctx, rows: readonly RequestRow[]): Promise<ReadonlyMap<string, Returned[]>> {
  const giving = rows.filter(({ leave, type }) => type.interrupts && leave.status === "OPEN");
  if (giving.length === 0) return new Map();
  const employees = await readEmployees(
    ctx,
    giving.map(({ person }) => person.id),
  );
  const found = giving.map(async ({ leave, person }): Promise<[string, Returned[]]> => {
    const employee = employees.get(person.id);
    return [leave.id, employee ? await findReturned(ctx, employee, leave) : []];
  });
  return new Map(await Promise.all(found));
}

function contextOf(ctx: Ctx, row: RequestRow, facts: RequestFacts | undefined) {
  if (!facts) throw new Error("A request was given, and nothing about it came back");
  const { leave, person } = row;
  const { approvers } = chainOfRequest(row);
  return { ...facts, leave, person, deciders: showApprovers(ctx, person.id, approvers) };
}
