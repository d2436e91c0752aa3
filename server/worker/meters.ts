import { counter, durations } from "@/server/kernel/telemetry/meters";

export const workItems = counter(
  "timeaway_work_items_total",
  "Items of due work that this process tried, by kind and by outcome.",
  ["kind", "outcome"],
);

export const workDuration = durations(
  "timeaway_work_item_duration_seconds",
  "How long an item of due work took.",
  ["kind"],
);
