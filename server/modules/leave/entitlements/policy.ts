import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { type Thousandths, toDays } from "@/server/modules/leave/calendars/working-days";

/** The fault of days left below what a policy allows. @param least zero, or what an overdrawn balance has already */
export const belowZero = (least: Thousandths): FieldFault => fault("belowZero", { limit: toDays(least) });
