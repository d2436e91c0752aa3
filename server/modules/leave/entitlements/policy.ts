import { type Thousandths, toDays } from "@/server/modules/leave/calendars/working-days";

/** The fault of days left below what a policy allows. @param least zero, or what an overdrawn balance has already */
export const belowZero = (least: Thousandths): string =>
  `Must be at least ${toDays(least)}: this leave type allows no balance below zero.`;
