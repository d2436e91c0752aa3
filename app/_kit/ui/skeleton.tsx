import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";

/** One grey block with the geometry of the coming content. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cn("h-4 rounded-sm bg-track forced-colors:border", className)} />;
}

type RegionProps = {
  label: string;
  children: ReactNode;
  /** Shown at once, because the wait began earlier. */
  atOnce?: boolean;
};

/** Around Skeletons: announces what is loading, and shows nothing for the first 150 ms. */
export function SkeletonRegion({ label, children, atOnce = false }: RegionProps) {
  return (
    <div role="status" aria-busy="true" className={atOnce ? undefined : "animate-appear"}>
      <span className="sr-only">{label}</span>
      <div aria-hidden>{children}</div>
    </div>
  );
}

const widths = ["w-3/5", "w-4/5", "w-1/2", "w-2/3"];

const keys = (count: number) => Array.from({ length: count }, (_, index) => `part ${index}`);

/** Rows with the height of a Table's rows. */
export function SkeletonRows({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return keys(rows).map((rowKey, row) => (
    <div key={rowKey} className="flex h-11 items-center gap-6 border-line border-b px-3">
      {keys(columns).map((columnKey, column) => (
        <div key={columnKey} className="min-w-0 flex-1">
          <Skeleton className={cn("h-3", widths[(row + column) % widths.length])} />
        </div>
      ))}
    </div>
  ));
}
