import type { Subscriber } from "@/server/modules/integrations/events/subscribers";
import { requireYearsCover } from "./require-years-cover";

/** New accounting years must not take days that leave was booked against. */
export const leaveTypeSubscriber: Subscriber = { yearsChanging: requireYearsCover };
