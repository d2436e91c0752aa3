import type { ReactNode } from "react";
import { PageSkeleton, type PageSkeletonProps } from "@/app/_resource/page-skeleton";
import { SkeletonRows } from "@/app/_ui/skeleton";

type Props = PageSkeletonProps & {
  rows?: number;
  columns?: number;
  /** The skeleton of the content above the table. */
  above?: ReactNode;
};

/** A list page whose rows are loading. */
export function ListSkeleton({ rows = 5, columns = 6, above, ...page }: Props) {
  return (
    <PageSkeleton {...page}>
      {above}
      <SkeletonRows rows={rows} columns={columns} />
    </PageSkeleton>
  );
}
