import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingAuditLog() {
  const t = useTranslations("audit");
  return (
    <>
      <PageHeader title={t("title")} breadcrumb={[{ label: t("settings"), href: paths.settings }]} />
      <SkeletonRegion label={t("loading")}>
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
