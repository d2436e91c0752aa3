import { useTranslations } from "next-intl";
import { Skeleton, SkeletonRegion } from "@/app/_ui/skeleton";

/** The form beside its preview, before either is there. */
export function FormSkeleton() {
  const t = useTranslations("reports.list");
  return (
    <SkeletonRegion label={t("loading")}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-80 w-full rounded-lg" />
          <Skeleton className="h-64 w-full rounded-lg" />
        </div>
        <Skeleton className="h-64 w-full rounded-lg" />
      </div>
    </SkeletonRegion>
  );
}
