import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { classGroups, conflictingClassGroups } from "@/app/_kit/ui/class-groups";

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: { "text-size": ["leading"] },
  orderSensitiveModifiers: ["*", "**", "before", "after", "placeholder", "marker"],
}));

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
