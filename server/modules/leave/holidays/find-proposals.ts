import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { getLocation } from "@/server/modules/people/places/get-location";
import { type Proposal, proposalsOf } from "./policy";
import { readSource, type Source } from "./read-source";
import type { ProposalQuery } from "./schema";

/** The options of a holiday import form, and the holidays found. */
export interface Proposals extends Omit<Source, "holidays"> {
  /** `present` is the location's existing holiday on that day. */
  proposals: (Proposal & { present: string | null })[];
}

/**
 * Proposes the public holidays of a country, state or region as holidays of a location. Writes nothing.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND for a location outside the caller's reach
 */
export async function findProposals(ctx: Ctx, { locationId, ...query }: ProposalQuery): Promise<Proposals> {
  requireRight(ctx, "holidays:write");
  await getLocation(ctx, locationId);
  const { holidays: found, ...choices } = await readSource(query);
  const proposals = proposalsOf(found, query.years);
  const dates = proposals.map(({ date }) => date);
  const present = await scoped(workspaceOf(ctx.actor), holidays)
    .select(ctx.db, { date: holidays.date, name: holidays.name })
    .where(and(eq(holidays.locationId, locationId), isAnyOf(holidays.date, dates)))
    .orderBy(inNameOrder(holidays.name));
  const names = new Map(present.map(({ date, name }) => [date, name]));
  return {
    ...choices,
    proposals: proposals.map((one) => ({ ...one, present: names.get(one.date) ?? null })),
  };
}
