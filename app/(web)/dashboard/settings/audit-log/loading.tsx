import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { Skeleton } from "@/app/_ui/skeleton";
import { paths } from "@/app/(web)/dashboard/paths";

export default function LoadingAuditLog() {
  const t = useTranslations("audit");
  return (
    <ListSkeleton
      title={t("title")}
      breadcrumb={[{ label: t("settings"), href: paths.settings }]}
      label={t("loading")}
      above={<Skeleton className="mb-4 h-24 w-full max-w-3xl" />}
      rows={8}
    />
  );
}
