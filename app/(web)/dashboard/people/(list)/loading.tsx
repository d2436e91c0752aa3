import { useTranslations } from "next-intl";
import { ListSkeleton } from "@/app/_resource/list-skeleton";
import { Skeleton } from "@/app/_ui/skeleton";

export default function LoadingPeople() {
  const t = useTranslations("people");
  return (
    <ListSkeleton
      title={t("title")}
      label={t("loading")}
      above={<Skeleton className="mb-4 h-8 w-full max-w-3xl" />}
      rows={12}
    />
  );
}
