import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingRequest() {
  const t = useTranslations("leaves");
  return (
    <>
      <PageHeader
        title={t("request")}
        breadcrumb={[{ label: t("title"), href: paths.leaves }]}
        description={t("form.lead")}
      />
      <SkeletonRegion label={t("loadingForm")}>
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Card>
            <div className="flex flex-col gap-5">
              <Skeleton className="h-14 w-full sm:max-w-96" />
              <Skeleton className="h-14 w-full sm:max-w-96" />
              <Skeleton className="h-26 w-full" />
              <Skeleton className="h-9 w-40" />
            </div>
          </Card>
          <Skeleton className="h-32 w-full" />
        </div>
      </SkeletonRegion>
    </>
  );
}
