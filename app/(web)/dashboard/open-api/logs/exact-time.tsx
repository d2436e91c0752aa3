"use client";

import { useIsAwake } from "@/app/_ui/use-is-awake";

const format = (at: Date, timeZone?: string) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    timeZone,
  }).format(at);

/** A moment to the millisecond, in the reader's zone; before the page is awake, and in the title, in UTC. */
export function ExactTime({ at }: { at: Date }) {
  const utc = `${format(at, "UTC")} UTC`;
  const local = useIsAwake() ? format(at) : format(at, "UTC");
  return (
    <time
      dateTime={at.toISOString()}
      title={`${local} local time, ${utc}`}
      className="whitespace-nowrap tabular-nums"
    >
      {local}
    </time>
  );
}
