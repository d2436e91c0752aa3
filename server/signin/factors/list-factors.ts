import type { FactorKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { personOf } from "../person-of";
import { findNeededProof, type NeededProof } from "./own-session";
import { countRecoveryCodes, findFactors } from "./store";

/** A person's second factor, as listed on their profile. */
interface FactorItem {
  id: string;
  kind: FactorKind;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface FactorList {
  factors: FactorItem[];
  recoveryCodesLeft: number;
  /** What to do before a change; null when nothing. */
  needed: NeededProof | null;
}

/** The acting person's second factors, the oldest first. */
export async function listFactors(ctx: Ctx): Promise<FactorList> {
  const person = personOf(ctx);
  const rows = await findFactors(ctx.db, person);
  return {
    factors: rows.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      ...{ id: encodeId("factor", id), kind, name, createdAt, lastUsedAt },
    })),
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, person),
    needed: await findNeededProof(ctx),
  };
}
