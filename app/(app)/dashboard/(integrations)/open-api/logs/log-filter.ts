import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { LogFilter } from "@/server/modules/integrations/request-log/schema";
import {
  callerIdPattern,
  loggedMethods,
  requestIdPattern,
  statusClasses,
} from "@/server/modules/integrations/request-log/values";

export const ranges = ["1h", "24h", "7d", "30d", "custom"] as const;
type Range = (typeof ranges)[number];

const hour = 3_600_000;
const rangeMs: Record<Range, number> = {
  "1h": hour,
  "24h": 24 * hour,
  "7d": 168 * hour,
  "30d": 720 * hour,
  custom: 24 * hour,
};

/** The URL parameters: a filtered view can be shared by link. */
export const logParsers = {
  q: parseAsString.withDefault(""),
  method: parseAsStringLiteral(loggedMethods),
  status: parseAsStringLiteral(statusClasses),
  code: parseAsString,
  key: parseAsString,
  endpoint: parseAsString,
  range: parseAsStringLiteral(ranges).withDefault("24h"),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
};
export const loadLogParams = createLoader(logParsers);
export const logQueryOf = createSerializer(logParsers);
export type LogParams = ReturnType<typeof loadLogParams> extends Promise<infer P> ? P : never;

/** Beside the filter: the open entry, and the live mode. A change of these does not reload from the server. */
export const viewParsers = {
  request: parseAsString,
  live: parseAsBoolean.withDefault(false),
};

/** The input of the procedures; ids as they are in the URL. */
export type LogQuery = Omit<LogFilter, "key"> & { key?: string; from: Date };

const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null && inner !== "")) as T;

/** Whether any filter besides the time is set. */
export const isNarrowed = ({ q, method, status, code, key, endpoint }: LogParams): boolean =>
  Boolean(q || method || status || code || key || endpoint);

/** Reads the filter from the URL. Invalid parameters are dropped, not refused. */
export function logQuery(params: LogParams, now: Date): LogQuery {
  const { q, method, status, code, key, endpoint, range, from, to } = params;
  const custom = range === "custom";
  const start = (custom ? from : null) ?? new Date(now.getTime() - rangeMs[range]);
  return without({
    search: q.trim().slice(0, 200),
    method,
    status,
    code: code?.slice(0, 80),
    key: key && callerIdPattern.test(key) ? key : null,
    endpoint: endpoint?.slice(0, 200),
    from: start,
    to: custom ? to : null,
  }) as LogQuery;
}

export const isRequestId = (text: string): boolean => requestIdPattern.test(text.trim());
