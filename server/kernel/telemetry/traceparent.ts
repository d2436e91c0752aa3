/** The caller's span. */
interface Parent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** W3C Trace Context 2.2: version, trace, span, flags; later versions may append more. */
const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses the `traceparent` of a request; undefined if malformed. */
export function parentOf(header: unknown): Parent | undefined {
  const found = typeof header === "string" ? form.exec(header) : null;
  const [, version, traceId, spanId, flags = "", more] = found ?? [];
  if (!traceId || !spanId || (version === "00" && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
