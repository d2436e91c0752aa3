import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { encodeId } from "@/server/kernel/schema";
import { startWrite } from "@/server/modules/integrations/operations/start-write";
import { createHoliday, planHoliday } from "./create-holiday";
import { deleteHoliday, planDeletion } from "./delete-holiday";
import { findPeopleOnHolidays, type HolidayChange } from "./find-holiday-effect";
import { fewPeople } from "./recount-for-holidays";
import type { HolidayWrite } from "./schema";
import { planUpdate, updateHoliday } from "./update-holiday";

/** The change, the verb that makes it, and the endpoint of v2 that makes the same. */
function wayOf(ctx: Ctx, write: HolidayWrite) {
  switch (write.kind) {
    case "create": {
      const { holiday } = write;
      return {
        plan: (): Promise<HolidayChange> => planHoliday(ctx, holiday),
        now: () => createHoliday(ctx, holiday),
        later: {
          path: "/v2/holidays",
          body: { ...holiday, locationId: encodeId("location", holiday.locationId) },
        },
      };
    }
    case "update": {
      const { id, patch } = write;
      const { locationId, ...body } = patch;
      return {
        plan: () => planUpdate(ctx, id, patch),
        now: () => updateHoliday(ctx, id, patch),
        later: {
          method: "PATCH",
          path: `/v2/holidays/${encodeId("holiday", id)}`,
          body: { ...body, ...(locationId && { locationId: encodeId("location", locationId) }) },
        },
      };
    }
    case "delete": {
      const { id } = write;
      return {
        plan: () => planDeletion(ctx, id),
        now: () => deleteHoliday(ctx, id),
        later: { method: "DELETE", path: `/v2/holidays/${encodeId("holiday", id)}` },
      };
    }
  }
}

/**
 * Changes one holiday from its page. The leave of few people is recounted at once, that of many by an operation, whose progress can be shown.
 * @param attempt the form's idempotency key
 * @returns the operation's id; null when the change is made
 * @throws ApiError as the verb of the change
 */
export async function writeHoliday(ctx: Ctx, attempt: string, write: HolidayWrite): Promise<string | null> {
  requireRight(ctx, "holidays:write");
  const { plan, now, later } = wayOf(ctx, write);
  const people = await findPeopleOnHolidays(ctx, await plan());
  if (people.length > fewPeople) return startWrite(ctx, { attempt, ...later });
  await now();
  return null;
}
