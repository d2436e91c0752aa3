import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingErrors() {
  return (
    <>
      <PageHeader
        title="Errors"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Refused and failed requests, grouped by code and endpoint, with what to do about them."
      />
      <SkeletonRegion label="Loading errors">
        <Skeleton className="mb-5 h-9 w-80" />
        <SkeletonRows rows={5} columns={5} />
      </SkeletonRegion>
    </>
  );
}
