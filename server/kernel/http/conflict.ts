import { referringTable, sqlState, violatedConstraint } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { because, type PlainReason } from "@/server/kernel/reasons";

/** Unique, foreign-key, exclusion and check violations. */
const states = new Set(["23505", "23503", "23P01", "23514"]);

/**
 * Awaits a write, and maps the violation of a listed constraint to CONFLICT with its reason. The database decides, so two concurrent
 * writes cannot both pass.
 */
export async function orConflict<T>(write: PromiseLike<T>, reasons: Record<string, PlainReason>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const reason = states.has(sqlState(error) ?? "") && reasons[violatedConstraint(error) ?? ""];
    if (!reason) throw error;
    throw new ApiError("CONFLICT", because(reason));
  }
}

/**
 * Awaits a delete, and maps a remaining reference to the deleted row to CONFLICT. Reasons are keyed by the referencing table, because
 * that is what PostgreSQL reports.
 */
export async function orInUse<T>(remove: PromiseLike<T>, reasons: Record<string, PlainReason>): Promise<T> {
  try {
    return await remove;
  } catch (error) {
    const reason = sqlState(error) === "23503" && reasons[referringTable(error) ?? ""];
    if (!reason) throw error;
    throw new ApiError("CONFLICT", because(reason));
  }
}
