import pino, { type Logger } from "pino";

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

/** Structured log on standard output; secrets are removed before they are written. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, redact: { paths: redacted, censor: "[redacted]" } });
