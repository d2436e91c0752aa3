import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingAuditLog() {
  return (
    <>
      <PageHeader title="Audit log" breadcrumb={[{ label: "Settings", href: paths.settings }]} />
      <SkeletonRegion label="Loading the audit log">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-24 w-full max-w-3xl" />
          <div>
            <SkeletonRows rows={8} columns={6} />
          </div>
        </div>
      </SkeletonRegion>
    </>
  );
}
