import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger };

const redacted = [
  "authorization",
  "cookie",
  "*.authorization",
  "*.cookie",
  "*.secret",
  "*.password",
  "*.key",
];

/** Drizzle puts a failed query's values into the message: hashes, addresses, users' texts. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "");

/** An error with its causes, reduced to the fields that never contain a request's data. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(typeof code === "string" ? { code } : {}),
    stack: withoutValues(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: described(error.cause) }),
  };
}

let output: DestinationStream | undefined;

/** Standard output, for every log of this process. Batches the lines of one turn: a write per line would be a request's largest cost. */
function standardOutput(): DestinationStream {
  if (output) return output;
  const file = pino.destination(1);
  let waiting = "";
  const flush = (): void => {
    const lines = waiting;
    waiting = "";
    if (lines) file.write(lines);
  };
  process.on("exit", flush);
  output = {
    write(line) {
      if (!waiting) setImmediate(flush);
      waiting += line;
    },
  };
  return output;
}

/**
 * Creates a structured log on standard output; secrets are redacted.
 * @param more returns additional fields for each line at the time of writing
 */
export const createLog = (level: string, stream?: DestinationStream, more?: () => object): Logger =>
  pino(
    {
      level,
      ...(more && { mixin: more }),
      base: null,
      redact: { paths: redacted, censor: "[redacted]" },
      serializers: { error: described, err: described },
    },
    stream ?? standardOutput(),
  );
