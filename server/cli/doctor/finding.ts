/** The result of examining one part of an installation. */
export interface Finding {
  part: Part;
  /** With a `warning` the service works, but not as it should or not for long; with an `error` it does not start or loses work. */
  status: "ok" | "warning" | "error";
  /** The state found. */
  message: string;
  /** How to fix it; null where all is well. */
  resolution: string | null;
}

export type Part =
  | "configuration"
  | "disk"
  | "database"
  | "distribution"
  | "clock"
  | "keys"
  | "mail"
  | "sign-in"
  | "queues";

export const ok = (part: Part, message: string): Finding => ({
  part,
  status: "ok",
  message,
  resolution: null,
});
export const warning = (part: Part, message: string, resolution: string): Finding => ({
  ...{ part, status: "warning", message, resolution },
});
export const error = (part: Part, message: string, resolution: string): Finding => ({
  ...{ part, status: "error", message, resolution },
});
