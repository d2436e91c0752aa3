import { getTranslations } from "next-intl/server";
import { LoadError } from "@/app/_kit/page/load-error";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { paths } from "@/app/paths";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** The leave does not exist, or the visitor may not see it. The page does not reveal which. */
export async function MissingLeave({ error }: { error: TrpcErrorBody }) {
  const t = await getTranslations("leaves");
  const isGone = error.code === "RESOURCE_NOT_FOUND" || error.code === "VALIDATION_ERROR";
  return (
    <>
      <PageHeader
        title={t(isGone ? "one.notFound" : "title")}
        breadcrumb={[{ label: t("title"), href: paths.leaves }]}
      />
      {isGone ? (
        <EmptyState
          title={t("one.notFoundText")}
          actions={<LinkButton href={paths.leaves}>{t("one.back")}</LinkButton>}
        />
      ) : (
        <LoadError error={error} />
      )}
    </>
  );
}
