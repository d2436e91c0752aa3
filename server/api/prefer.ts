/** The preferences of RFC 7240 that writes honour. */
export interface Prefer {
  respondAsync: boolean;
  /** Seconds that the client is ready to wait; undefined when not given. */
  waitSeconds: number | undefined;
}

/** Reads a Prefer header; the first of repeated preferences counts, unknown and malformed ones are ignored. */
export function parsePrefer(header: string | null): Prefer {
  const items = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((item) => item.split(";")[0]?.trim() ?? "");
  const wait = items.map((item) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(item)?.[1]).find((n) => n !== undefined);
  return {
    respondAsync: items.includes("respond-async"),
    waitSeconds: wait === undefined ? undefined : Number(wait),
  };
}
