import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingApps() {
  return (
    <>
      <PageHeader
        title="Connected apps"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Apps that you allowed to look things up as you. They can never see more than you can."
      />
      <SkeletonRegion label="Loading connected apps">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
