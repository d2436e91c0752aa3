import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLegacyKeys() {
  return (
    <>
      <PageHeader title="Legacy API keys" breadcrumb={[{ label: "Open API", href: paths.openApi }]} />
      <SkeletonRegion label="Loading legacy API keys">
        <SkeletonRows rows={3} columns={5} />
      </SkeletonRegion>
    </>
  );
}
