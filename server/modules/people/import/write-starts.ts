import type { Ctx } from "@/server/access/ctx";
import { decodeId } from "@/server/kernel/schema";
import type { Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { writeEntitlements } from "@/server/modules/leave/entitlements/write-entitlements";
import { addPatterns } from "@/server/modules/people/patterns/write-patterns";
import type { Candidate } from "@/server/modules/workspace/imports/outcome";
import type { Starts } from "./judge-starts";
import type { StartCounts } from "./schema";

type Row = Candidate<unknown>;

/** Writes what the added people of a chunk start with. They have no leave yet, so that nothing is recounted. */
export async function writeStarts(tx: Ctx, chunk: readonly Row[], starts: Starts): Promise<void> {
  const added = chunk.flatMap(({ row, id }) => {
    const userId = id && decodeId("user", id);
    const start = starts.get(row);
    return userId && start ? [{ userId, ...start }] : [];
  });
  await writeEntitlements(
    tx,
    added.flatMap(({ userId, entitlements }) => entitlements.map((entitlement) => ({ userId, entitlement }))),
  );
  await addPatterns(
    tx,
    added.flatMap(({ userId, pattern }) => (pattern ? [{ userId, ...pattern }] : [])),
  );
}

/** How many of these rows have each kind of start. */
export function countStarts(rows: readonly Row[], starts: Starts): StartCounts {
  const found = rows.flatMap(({ row }) => starts.get(row) ?? []);
  const countOf = (kind: Entitlement["kind"]) =>
    found.filter(({ entitlements }) => entitlements.some((one) => one.kind === kind)).length;
  return {
    yearlyDays: countOf("QUOTA"),
    daysLeft: countOf("OPENING"),
    workPatterns: found.filter(({ pattern }) => pattern !== null).length,
  };
}
