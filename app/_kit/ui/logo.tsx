import { cn } from "@/app/_kit/ui/class-names";

/** The product's mark: a day on a calendar with one corner cut off. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={cn("size-5 shrink-0", className)}>
      <path
        className="fill-accent dark:fill-ring forced-colors:fill-current"
        d="M6 2h12a4 4 0 0 1 4 4v6.5c0 .8-.3 1.6-.9 2.1l-6.5 6.5c-.5.6-1.3.9-2.1.9H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4Z"
      />
      <path
        className="stroke-canvas"
        d="M7 8.5h10M7 13h5"
        fill="none"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
    </svg>
  );
}
