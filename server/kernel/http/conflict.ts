import { referringTable, sqlState, violatedConstraint } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";

/** Unique, foreign-key, exclusion and check violations. */
const states = new Set(["23505", "23503", "23P01", "23514"]);

/**
 * Awaits a write, and maps the violation of a listed constraint to CONFLICT with its sentence. The database decides, so two concurrent
 * writes cannot both pass.
 */
export async function orConflict<T>(write: PromiseLike<T>, sentences: Record<string, string>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const description = states.has(sqlState(error) ?? "") && sentences[violatedConstraint(error) ?? ""];
    if (!description) throw error;
    throw new ApiError("CONFLICT", { description });
  }
}

/**
 * Awaits a delete, and maps a remaining reference to the deleted row to CONFLICT. Sentences are keyed by the referencing table, because
 * that is what PostgreSQL reports.
 */
export async function orInUse<T>(remove: PromiseLike<T>, sentences: Record<string, string>): Promise<T> {
  try {
    return await remove;
  } catch (error) {
    const description = sqlState(error) === "23503" && sentences[referringTable(error) ?? ""];
    if (!description) throw error;
    throw new ApiError("CONFLICT", { description });
  }
}
