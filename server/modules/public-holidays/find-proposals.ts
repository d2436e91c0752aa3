import { and, eq } from "drizzle-orm";
import { holidays } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/name-search";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { getLocation } from "@/server/modules/directory/get-location";
import { type Proposal, proposalsOf } from "./policy";
import { readSource, type Source } from "./read-source";
import type { ProposalQuery } from "./schema";

/** What a form that imports holidays may offer, and what was found. */
export interface Proposals extends Omit<Source, "holidays"> {
  /** `present` is what the location has on that day already. */
  proposals: (Proposal & { present: string | null })[];
}

/**
 * The public holidays of a country, state or region, as days that a location could have. Changes nothing.
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
