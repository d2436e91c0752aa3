import type { ShownError } from "@/app/_kit/ui/error-panel";
import { errorOf } from "@/app/_trpc/error-of";

const unreachable: ShownError = { cause: "unreachable", name: "Can't reach Timeaway" };

/** The error to show for a failed call. */
export const shownError = (error: unknown): ShownError => errorOf(error) ?? unreachable;
