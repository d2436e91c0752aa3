import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { Skeleton } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingErrors() {
  const t = useTranslations("errors");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
      description={t("lead")}
      label={t("loading")}
      above={<Skeleton className="mb-5 h-9 w-80" />}
      columns={5}
    />
  );
}
