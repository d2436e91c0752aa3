import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingKeys() {
  return (
    <>
      <PageHeader
        title="API keys"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="A key acts as you. It can never see more than you can."
      />
      <SkeletonRegion label="Loading API keys">
        <SkeletonRows rows={5} columns={6} />
      </SkeletonRegion>
    </>
  );
}
