import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { DaysLeftForm } from "@/app/(web)/dashboard/set-up/days-left/days-left-form";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("setup.left");
  return { title: t("title") };
}

/** Everyone's remaining days of this year, for a company that starts in the middle of it. */
export default async function DaysLeftPage() {
  const { actor } = await requireActor();
  const [t, back] = await Promise.all([getTranslations("setup.left"), getTranslations("setup.types")]);
  const header = (
    <PageHeader
      title={t("title")}
      description={t("lead")}
      breadcrumb={[{ label: back("back"), href: paths.home }]}
    />
  );
  if (actor.role !== "ADMIN")
    return (
      <>
        {header}
        <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
      </>
    );
  const found = await load(caller().entitlements.daysLeft({}));
  return (
    <AreaMessages areas={["setup"]}>
      {header}
      {found.error ? (
        <LoadError error={found.error} />
      ) : found.data.people.some(({ left }) => left.length > 0) ? (
        <DaysLeftForm first={found.data} />
      ) : (
        <EmptyState
          title={t("empty")}
          actions={<LinkButton href={paths.startingTypes}>{t("types")}</LinkButton>}
        >
          {t("emptyText")}
        </EmptyState>
      )}
    </AreaMessages>
  );
}
