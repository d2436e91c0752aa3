import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewKey() {
  const t = useTranslations("keys");
  return (
    <>
      <PageHeader
        title={t("create")}
        breadcrumb={[
          { label: "Open API", href: paths.openApi },
          { label: t("title"), href: paths.keys },
        ]}
        description={t("lead")}
      />
      <SkeletonRegion label={t("loadingForm")}>
        <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="flex min-w-0 flex-col gap-6">
            <Skeleton className="h-46 rounded-lg" />
            <Skeleton className="h-26 rounded-lg" />
            <Skeleton className="h-[60rem] rounded-lg" />
          </div>
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </SkeletonRegion>
    </>
  );
}
