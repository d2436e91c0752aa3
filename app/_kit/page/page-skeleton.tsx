import { cn } from "@/app/_kit/ui/class-names";
import { Skeleton, SkeletonRegion } from "@/app/_kit/ui/skeleton";

type BlocksProps = {
  /** The size of each block, in classes. */
  sizes: readonly string[];
  className?: string;
};

/** Cards and the like, stacked by default. */
export function SkeletonBlocks({ sizes, className }: BlocksProps) {
  return (
    <div className={cn("flex min-w-0 flex-col gap-5", className)}>
      {sizes.map((size, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position distinguishes equal shapes
        <Skeleton key={place} className={cn("w-full rounded-lg", size)} />
      ))}
    </div>
  );
}

type FormProps = BlocksProps & {
  /** The size of the block beside the form. */
  beside: string;
  /** The classes by which the two share the width. */
  layout: string;
};

/** A form with several parts, and its preview or summary beside it. */
export function FormSkeleton({ beside, layout, ...blocks }: FormProps) {
  return (
    <div className={layout}>
      <SkeletonBlocks {...blocks} />
      <Skeleton className={cn("w-full rounded-lg", beside)} />
    </div>
  );
}

/** The content of a panel or a dialog: a heading, lines and a block. */
export function DetailsSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      <div className="flex h-96 flex-col gap-3">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-full" />
        <Skeleton className="h-24" />
        <Skeleton className="w-4/5" />
      </div>
    </SkeletonRegion>
  );
}
