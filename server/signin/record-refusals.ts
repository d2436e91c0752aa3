import type { Services } from "@/server/kernel/services";
import { recordAuditLines } from "@/server/modules/workspace/audit/record";
import type { Browser } from "./browser";
import type { SigninPerson } from "./people-by-email";
import { placeOf } from "./start-session";

/** Records a failed sign-in as each of these people. It proves no identity, so the line names no actor; a failure to write is logged. */
export async function recordRefusals(
  { db, clock, log }: Services,
  people: readonly SigninPerson[],
  browser: Browser,
): Promise<void> {
  try {
    for (const { workspaceId, userId, name } of people)
      await recordAuditLines(db, { workspaceId, at: clock(), actingUserId: null }, [
        {
          action: "session.refuse",
          resourceType: "user",
          resourceId: userId,
          changes: { name: { to: name }, ...placeOf(browser) },
        },
      ]);
  } catch (error) {
    log.error({ error }, "a failed sign-in could not be recorded");
  }
}
