import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { Skeleton } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingLogs() {
  const t = useTranslations("logs");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("openApi"), href: paths.openApi }]}
      description={t("lead")}
      label={t("loading")}
      above={
        <>
          <Skeleton className="mb-4 h-8 w-full max-w-3xl" />
          <Skeleton className="mb-4 h-44 w-full" />
        </>
      }
      rows={8}
    />
  );
}
