import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { AddLabel } from "@/app/(web)/dashboard/settings/labels/label-dialog";
import { LabelsTable } from "@/app/(web)/dashboard/settings/labels/labels-table";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("places");
  return { title: `${t("labels.title")} – ${t("settings")}` };
}

export default async function LabelsPage() {
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    load(caller().directory.labels.list()),
  ]);
  const isEmpty = found.data?.length === 0;
  const mayAdd = actor.role === "ADMIN" && found.data !== undefined;
  return (
    <>
      <PageHeader
        title={t("labels.title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("labels.lead")}
        actions={mayAdd && !isEmpty ? <AddLabel /> : undefined}
      />
      <OnlyAdministrators what={t("labels.refused")}>
        {found.error ? (
          <LoadError error={found.error} />
        ) : isEmpty ? (
          <EmptyState title={t("labels.none")} actions={<AddLabel />}>
            {t("labels.noneText")}
          </EmptyState>
        ) : (
          <LabelsTable labels={found.data} />
        )}
      </OnlyAdministrators>
    </>
  );
}
