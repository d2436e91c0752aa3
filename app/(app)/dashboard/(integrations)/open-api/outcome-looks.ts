import type { Outcome } from "@/server/modules/integrations/request-log/values";

/** The style of each outcome: a pattern as well as a colour. Ordered from the bottom of a bar. */
export const outcomeLooks: Record<Outcome, string> = {
  success: "bg-success",
  clientError:
    "bg-warning bg-[repeating-linear-gradient(45deg,var(--surface)_0_1.5px,transparent_1.5px_5px)]",
  rateLimited:
    "bg-accent dark:bg-ring bg-[repeating-linear-gradient(0deg,var(--surface)_0_1.5px,transparent_1.5px_4px)]",
  quotaExceeded: "bg-muted bg-[repeating-linear-gradient(-45deg,var(--surface)_0_2px,transparent_2px_4px)]",
  serverError: "bg-danger bg-[repeating-linear-gradient(90deg,var(--surface)_0_1.5px,transparent_1.5px_4px)]",
};
