/** One fault in the input: where it is, and what is wrong. */
export interface FieldFault {
  path: string;
  message: string;
}

/** The content of an error body, as far as it could be read. */
export interface ErrorFacts {
  code: string;
  description: string;
  resolution?: string;
  requestId?: string | null;
  details?: { fields?: FieldFault[]; requiredScopes?: string[]; [name: string]: unknown };
}

/** `RATE_LIMITED` as RateLimitedError, even where a bundler has renamed the classes. */
const nameOf = (code: string): string =>
  `${code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Error`.replace(
    "ErrorError",
    "Error",
  );

/** Anything that fails a call except its `signal`. Each code has its own class. */
export class TimeawayError extends Error {
  /** Stable; branch on it or on the class. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** How to fix it. */
  readonly resolution: string;
  /** Faults of individual fields, parameters and headers. */
  readonly fields: readonly FieldFault[];
  /** The scopes that the key lacks. */
  readonly requiredScopes: readonly string[];
  /** Quote it to support; null when there was no answer. */
  readonly requestId: string | null;
  /** All other fields of the error. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, facts: ErrorFacts, cause?: unknown) {
    const { code, description, resolution = "", requestId = null, details = {} } = facts;
    const { fields = [], requiredScopes = [] } = details;
    const faults = fields.map(({ path, message }) => `${path}: ${message}`);
    super([description, ...faults].join(" "), cause === undefined ? undefined : { cause });
    this.name = nameOf(code);
    this.code = code;
    this.status = status;
    this.resolution = resolution;
    this.fields = fields;
    this.requiredScopes = requiredScopes;
    this.requestId = requestId;
    this.details = details;
  }
}

/** No complete answer: no connection, a timeout, or a connection that was cut. `cause` is the platform's error. */
export class ConnectionFailedError extends TimeawayError {
  declare readonly code: "CONNECTION_FAILED";
  constructor(description: string, cause: unknown) {
    super(
      0,
      {
        code: "CONNECTION_FAILED",
        description,
        resolution: "Check baseUrl and the network. A write may have had its effect.",
      },
      cause,
    );
  }
}

/** An answer that is not the API's, such as a proxy's page. */
export class UnexpectedAnswerError extends TimeawayError {
  declare readonly code: "UNEXPECTED_ANSWER";
  /** The beginning of the body. */
  readonly body: string;
  constructor(status: number, type: string | null, body: string, requestId: string | null) {
    super(status, {
      code: "UNEXPECTED_ANSWER",
      description: `The answer is not the API's: status ${status}, ${type ?? "no content type"}.`,
      resolution: "Check that baseUrl is the API's host, and what stands between.",
      requestId,
    });
    this.body = body.slice(0, 500);
  }
}

/** A delivery that is not Timeaway's, or not recent. */
export class WebhookVerificationError extends TimeawayError {
  declare readonly code: "WEBHOOK_VERIFICATION_FAILED";
  constructor(description: string) {
    super(0, {
      code: "WEBHOOK_VERIFICATION_FAILED",
      description,
      resolution: "Answer 401. Check the secret, the clock, and that the body is the raw one.",
    });
    this.name = "WebhookVerificationError";
  }
}
