import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { type FilterOf, listInput } from "@/server/kernel/list-input";
import { idOf } from "@/server/kernel/schema";
import {
  loggedMethods,
  requestIdPattern,
  statusClasses,
} from "@/server/modules/integrations/request-log/values";

const RequestId = z.string().regex(requestIdPattern, rule("requestId"));

/** An app. An app that describes itself in a document has an id derived from its address, a UUID of version 8 (decision 13.3). */
const AppId = z
  .string()
  .regex(/^client-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/)
  .transform((text) => text.slice("client-".length));

/** The caller: a key of either kind, or an app. Parses to the bare UUID. */
export const CallerId = z.union([idOf("key"), idOf("legacyKey"), AppId]);

export const CallerRef = z.strictObject({ caller: CallerId });

export const LogFilter = z.strictObject({
  /** A request id, its beginning, or a part of the path. */
  search: z.string().trim().max(200).optional(),
  method: z.enum(loggedMethods).optional(),
  status: z.enum(statusClasses).optional(),
  code: z.string().max(80).optional(),
  key: CallerId.optional(),
  /** A path as in the API reference. */
  endpoint: z.string().max(200).optional(),
  from: z.date().optional(),
  to: z.date().optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

export const LogList = LogFilter.extend({
  limit: z.number().int().min(1).max(100).default(50),
  /** Only requests older than this one. */
  before: RequestId.optional(),
  /** Only requests newer than this one. */
  after: RequestId.optional(),
});
export type LogList = z.output<typeof LogList>;

export const LogHistogram = LogFilter.extend({ from: z.date(), to: z.date() });
export type LogHistogram = z.output<typeof LogHistogram>;

export const LogRef = z.strictObject({ requestId: RequestId });

export const errorSpans = ["24h", "7d", "30d"] as const;
export type ErrorSpan = (typeof errorSpans)[number];
export const ErrorGroups = z.strictObject({
  span: z.enum(errorSpans).default("7d"),
  key: CallerId.optional(),
});
export type ErrorGroups = z.output<typeof ErrorGroups>;

export const UsageOf = z.strictObject({
  /** A UTC month, `YYYY-MM`; by default the current one. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
  key: CallerId.optional(),
});
export type UsageOf = z.output<typeof UsageOf>;

/** One API key's usage of the last 30 days. */
export const UsageOfKey = z.strictObject({ key: idOf("key") });
export type UsageOfKey = z.output<typeof UsageOfKey>;

/** The list of quotas on the page "Usage". */
export const QuotaSearch = z.strictObject({ ...listInput, key: CallerId.optional() });
export type QuotaFilter = FilterOf<typeof QuotaSearch>;
