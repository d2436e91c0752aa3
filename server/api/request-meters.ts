import { counter, durations } from "@/server/kernel/telemetry/meters";

export const requestCount = counter(
  "timeaway_http_requests_total",
  "Requests that were answered. A client that left before its answer counts as status 499.",
  ["api", "method", "status"],
);

export const requestDuration = durations(
  "timeaway_http_request_duration_seconds",
  "From a request's headers to the last byte of its answer, by the template of its path.",
  ["api", "method", "route"],
);
