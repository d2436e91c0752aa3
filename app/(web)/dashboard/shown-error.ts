import { errorOf } from "@/app/_trpc/error-of";
import type { ShownError } from "@/app/_ui/error-panel";

const unreachable: ShownError = { cause: "unreachable", name: "Can't reach Timeaway" };

/** What to show of a failed call. */
export const shownError = (error: unknown): ShownError => errorOf(error) ?? unreachable;
