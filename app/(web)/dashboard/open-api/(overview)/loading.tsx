import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";

export default function LoadingOverview() {
  return (
    <>
      <PageHeader
        title="Open API add-on"
        description="Read and change leave from your own programs, with keys that act as you."
      />
      <SkeletonRegion label="Loading the overview">
        <div className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="h-28 rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
