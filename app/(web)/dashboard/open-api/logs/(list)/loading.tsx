import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLogs() {
  return (
    <>
      <PageHeader
        title="Logs"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Every request of your keys in the last 30 days."
      />
      <SkeletonRegion label="Loading the request log">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-8 w-full max-w-3xl" />
          <Skeleton className="h-44 w-full" />
          <div>
            <SkeletonRows rows={8} columns={6} />
          </div>
        </div>
      </SkeletonRegion>
    </>
  );
}
