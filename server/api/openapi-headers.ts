const text = (description: string, examples: string[]) => ({
  description,
  schema: { type: "string" as const, examples },
});

/** Response headers, named where they are used. */
export const responseHeaders = {
  RequestId: text("The request's ID. Include it when you contact support.", [
    "req_01JD3V5X7Q9W2E4R6T8Y0ZABCD",
  ]),
  RateLimitPolicy: text("The key's limits (draft-ietf-httpapi-ratelimit-headers).", [
    '"rate";q=50;w=5, "quota";q=30000',
  ]),
  RateLimit: text("Requests left (`r`), and seconds until more are available (`t`).", [
    '"rate";r=49;t=1, "quota";r=29981;t=864000',
  ]),
  Challenge: text("How to authenticate.", ["Bearer"]),
  AcceptEncoding: text("The codings of a body that are read.", ["identity"]),
  ETag: text("Changes with the document. Send it in `If-None-Match`.", ['W/"2fCr0zHhJ0bTnS4q"']),
  Allow: text("The methods this path supports.", ["GET, POST, HEAD"]),
  IdempotentReplayed: text("`true` when this is the stored response to an earlier request.", ["true"]),
  PreferenceApplied: text("The part of `Prefer` that was applied.", ["respond-async", "wait=5"]),
  OperationLocation: text("The path of the operation.", [
    "/v2/operations/operation-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f",
  ]),
};

const reference = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` as const });

interface Carried {
  /** The key was identified: the headers carry its limits. */
  keyed?: boolean;
  challenge?: boolean;
  allow?: boolean;
  encodings?: boolean;
  tagged?: boolean;
  replay?: boolean;
  operation?: boolean;
  /** `Prefer` was sent and applied. */
  preference?: boolean;
}

/** References to the headers that an answer carries. */
export const headersOf = ({
  keyed,
  challenge,
  allow,
  encodings,
  tagged,
  replay,
  operation,
  preference,
}: Carried) => ({
  "X-Request-Id": reference("RequestId"),
  ...(keyed && { "RateLimit-Policy": reference("RateLimitPolicy"), RateLimit: reference("RateLimit") }),
  ...(challenge && { "WWW-Authenticate": reference("Challenge") }),
  ...(allow && { Allow: reference("Allow") }),
  ...(tagged && { ETag: reference("ETag") }),
  ...(encodings && { "Accept-Encoding": reference("AcceptEncoding") }),
  ...(replay && { "Idempotent-Replayed": reference("IdempotentReplayed") }),
  ...(preference && { "Preference-Applied": reference("PreferenceApplied") }),
  ...(operation && { Location: reference("OperationLocation") }),
});
