import { useTranslations } from "next-intl";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";
import { eventTypes } from "@/drizzle/schema/values";

export default function LoadingNewWebhook() {
  const t = useTranslations("webhooks");
  return (
    <>
      <PageHeader
        title={t("create")}
        breadcrumb={[
          { label: "Open API", href: paths.openApi },
          { label: t("title"), href: paths.webhooks },
        ]}
        description={t("new.lead")}
      />
      <SkeletonRegion label={t("loadingForm")}>
        <Card className="max-w-2xl">
          <div className="flex flex-col gap-5">
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-20 w-full" />
            {eventTypes.map((type) => (
              <Skeleton key={type} className="h-8 w-4/5" />
            ))}
            <Skeleton className="h-9 w-40" />
          </div>
        </Card>
      </SkeletonRegion>
    </>
  );
}
