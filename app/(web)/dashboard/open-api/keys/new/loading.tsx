import { useTranslations } from "next-intl";
import { FormSkeleton, PageSkeleton } from "@/app/_resource/page-skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingNewKey() {
  const t = useTranslations("keys");
  return (
    <PageSkeleton
      title={t("create")}
      breadcrumb={[
        { label: "Open API", href: paths.openApi },
        { label: t("title"), href: paths.keys },
      ]}
      description={t("lead")}
      label={t("loadingForm")}
    >
      <FormSkeleton
        sizes={["h-46", "h-26", "h-[60rem]"]}
        className="gap-6"
        beside="h-64"
        layout="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]"
      />
    </PageSkeleton>
  );
}
