import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";

const unreachable: ShownError = {
  name: "Timeaway cannot be reached",
  description: "The request did not arrive, or its answer did not come back.",
  resolution: "Check your connection and try again.",
};

/** What to show of a failed call. */
export const shownError = (error: unknown): ShownError => errorOf(error) ?? unreachable;
