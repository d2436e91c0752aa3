import { useLeaveDates } from "@/app/(web)/dashboard/leaves/use-leave-dates";

/** When a leave is. */
export function LeaveDates(props: Parameters<ReturnType<typeof useLeaveDates>>[0]) {
  return useLeaveDates()(props);
}
