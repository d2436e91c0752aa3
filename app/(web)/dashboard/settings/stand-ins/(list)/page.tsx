import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { StandInsTable } from "@/app/(web)/dashboard/settings/stand-ins/(list)/stand-ins-table";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings.standIns");
  return { title: `${t("title")} – ${t("settings")}` };
}

export default async function StandInsPage() {
  const [{ actor }, t, found] = await Promise.all([
    requireActor(),
    getTranslations("settings.standIns"),
    load(caller().delegations.list({})),
  ]);
  const names = actor.role !== "USER";
  const createLink = names ? <CreateLink href={paths.newStandIn}>{t("create")}</CreateLink> : undefined;
  const isEmpty = found.data?.items.length === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("lead")}
        actions={found.data && !isEmpty ? createLink : undefined}
      />
      {found.error ? (
        <LoadError error={found.error} />
      ) : isEmpty ? (
        <EmptyState title={t("none")} actions={createLink}>
          {t(names ? "noneText" : "noneTextUser")}
        </EmptyState>
      ) : (
        <StandInsTable userId={`user-${actor.userId}`} initial={found.data} />
      )}
    </>
  );
}
