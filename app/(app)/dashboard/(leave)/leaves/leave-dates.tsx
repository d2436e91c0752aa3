import { useLeaveDates } from "@/app/(app)/dashboard/(leave)/leaves/use-leave-dates";

/** The dates of a leave. */
export function LeaveDates(props: Parameters<ReturnType<typeof useLeaveDates>>[0]) {
  return useLeaveDates()(props);
}
