import type { Subscriber } from "@/server/modules/events/subscribers";
import { requireYearsCover } from "./require-years-cover";

/** Other accounting years must not take the days away that leave was booked against. */
export const leaveTypeSubscriber: Subscriber = { yearsChanging: requireYearsCover };
