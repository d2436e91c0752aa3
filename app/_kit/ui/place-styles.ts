import { cn } from "@/app/_kit/ui/class-names";

/** Of each place in the bar. */
export const placeStyles = cn(
  "-outline-offset-2 flex min-h-14 min-w-0 flex-col items-center justify-center gap-1 rounded-none px-0.5 font-medium text-muted text-xs",
  "aria-[current=page]:text-accent-text forced-colors:aria-[current=page]:underline [&_svg]:size-5",
);
