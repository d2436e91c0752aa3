import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingWebhooks() {
  return (
    <>
      <PageHeader title="Webhooks" breadcrumb={[{ label: "Open API", href: paths.openApi }]} />
      <SkeletonRegion label="Loading webhooks">
        <SkeletonRows rows={5} columns={6} />
      </SkeletonRegion>
    </>
  );
}
