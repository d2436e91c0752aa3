import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { StandInForm } from "@/app/(web)/dashboard/settings/stand-ins/new/stand-in-form";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.standIns");
  return { title: `${t("create")} – ${t("settings")}` };
}

export default async function NewStandInPage() {
  const [{ actor }, t, approvers] = await Promise.all([
    requireActor(),
    getTranslations("settings.standIns"),
    load(caller().delegations.approvers()),
  ]);
  const breadcrumb = [
    { label: t("settings"), href: paths.settings },
    { label: t("title"), href: paths.standIns },
  ];
  return (
    <>
      <PageHeader title={t("create")} breadcrumb={breadcrumb} />
      {approvers.error ? (
        <LoadError error={approvers.error} />
      ) : approvers.data.length === 0 ? (
        <EmptyState
          title={t("form.notForYou")}
          actions={<LinkButton href={paths.standIns}>{t("form.back")}</LinkButton>}
        >
          {t("form.notForYouText")}
        </EmptyState>
      ) : (
        <StandInForm userId={`user-${actor.userId}`} approvers={approvers.data} />
      )}
    </>
  );
}
