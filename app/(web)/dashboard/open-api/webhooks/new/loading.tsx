import { useTranslations } from "next-intl";
import { PageSkeleton, SkeletonBlocks } from "@/app/_resource/page-skeleton";
import { Card } from "@/app/_ui/card";
import { paths } from "@/app/(web)/dashboard/paths";
import { eventTypes } from "@/drizzle/schema/values";

const shapes = ["h-20", "h-20", ...eventTypes.map(() => "h-8 w-4/5"), "h-9 w-40"].map(
  (size) => `${size} rounded-sm`,
);

export default function LoadingNewWebhook() {
  const t = useTranslations("webhooks");
  return (
    <PageSkeleton
      title={t("create")}
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: t("title"), href: paths.webhooks },
      ]}
      description={t("new.lead")}
      label={t("loadingForm")}
    >
      <Card className="max-w-2xl">
        <SkeletonBlocks sizes={shapes} />
      </Card>
    </PageSkeleton>
  );
}
