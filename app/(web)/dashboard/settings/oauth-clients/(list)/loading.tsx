import { useTranslations } from "next-intl";
import { PageHeader } from "@/app/_ui/page-header";
import { SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingOauthClients() {
  const t = useTranslations("clients");
  return (
    <>
      <PageHeader title={t("title")} breadcrumb={[{ label: t("settings.title"), href: paths.settings }]} />
      <SkeletonRegion label={t("loading")}>
        <SkeletonRows rows={3} columns={6} />
      </SkeletonRegion>
    </>
  );
}
