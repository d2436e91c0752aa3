/** One fault in what was sent: where, and what is wrong with it. */
export interface FieldFault {
  path: string;
  message: string;
}

/** What an error body says, as far as it could be read. */
export interface ErrorFacts {
  code: string;
  description: string;
  resolution?: string;
  requestId?: string | null;
  details?: { fields?: FieldFault[]; requiredScopes?: string[]; [name: string]: unknown };
}

/** `RATE_LIMITED` as RateLimitedError, also where a bundler has renamed the classes. */
const nameOf = (code: string): string =>
  `${code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Error`.replace(
    "ErrorError",
    "Error",
  );

/** Anything that keeps a call from its answer, but the end of its `signal`. Each code has a class of its own. */
export class TimeawayError extends Error {
  /** Stable; branch on it or on the class. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What to do about it. */
  readonly resolution: string;
  /** Faults of single fields, parameters and headers. */
  readonly fields: readonly FieldFault[];
  /** Scopes that the key would need. */
  readonly requiredScopes: readonly string[];
  /** To quote to support; null when there was no answer. */
  readonly requestId: string | null;
  /** Everything that the error says beyond that. */
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

/** No whole answer came: no connection, none in time, or one that was cut. `cause` is what the platform says. */
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
  /** The beginning of what came. */
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

/** A delivery that is not Timeaway's, or not of now. */
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
