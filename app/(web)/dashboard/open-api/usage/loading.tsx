import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingUsage() {
  return (
    <>
      <PageHeader
        title="Usage"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Requests of your keys. Days and months are counted in UTC."
      />
      <SkeletonRegion label="Loading usage">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-8 w-80" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      </SkeletonRegion>
    </>
  );
}
