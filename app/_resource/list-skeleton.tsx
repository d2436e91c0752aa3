import type { ReactNode } from "react";
import { PageHeader, type PageHeaderProps } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";

type Props = Pick<PageHeaderProps, "title" | "breadcrumb" | "description"> & {
  /** "Loading API keys" */
  label: string;
  rows?: number;
  columns?: number;
  /** The shape of what stands above the table. */
  above?: ReactNode;
};

/** A list page whose rows are on their way. */
export function ListSkeleton({ label, rows = 5, columns = 6, above, ...header }: Props) {
  return (
    <>
      <PageHeader {...header} />
      <SkeletonRegion label={label}>
        {above}
        <SkeletonRows rows={rows} columns={columns} />
      </SkeletonRegion>
    </>
  );
}
