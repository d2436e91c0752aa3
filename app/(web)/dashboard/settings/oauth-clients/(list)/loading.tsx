import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingOauthClients() {
  return (
    <>
      <PageHeader title="OAuth clients" breadcrumb={[{ label: "Settings", href: paths.settings }]} />
      <SkeletonRegion label="Loading OAuth clients">
        <SkeletonRows rows={3} columns={6} />
      </SkeletonRegion>
    </>
  );
}
