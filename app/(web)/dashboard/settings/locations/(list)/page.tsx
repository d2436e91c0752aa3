import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { paths } from "@/app/(web)/dashboard/paths";
import { LocationsTable } from "@/app/(web)/dashboard/settings/locations/(list)/locations-table";
import { Refused } from "@/app/(web)/dashboard/settings/refused";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("places");
  return { title: `${t("locations.title")} – ${t("settings")}` };
}

export default async function LocationsPage() {
  await requireActor();
  const [t, found] = await Promise.all([
    getTranslations("places"),
    load(caller().directory.locations.overview()),
  ]);
  return (
    <>
      <PageHeader
        title={t("locations.title")}
        breadcrumb={[{ label: t("settings"), href: paths.settings }]}
        description={t("locations.lead")}
        actions={
          found.data ? <CreateLink href={paths.newLocation}>{t("locations.create")}</CreateLink> : undefined
        }
      />
      {found.error ? (
        <Refused error={found.error} what={t("locations.refused")} />
      ) : (
        <LocationsTable locations={found.data} />
      )}
    </>
  );
}
