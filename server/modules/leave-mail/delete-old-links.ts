import { sql } from "drizzle-orm";
import { decisionLinks } from "@/drizzle/schema/leave-mails";
import { deleteInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";

const stepsInOneCall = 20;

/** Due work: deletes links a month after they expired; until then they say so. @returns how many */
export const deleteOldLinks = ({ db, clock }: Services): Promise<number> =>
  deleteInSteps(
    db,
    decisionLinks,
    sql`${decisionLinks.expiresAt} < ${clock().toISOString()}::timestamptz - interval '30 days'`,
    stepsInOneCall,
  );
