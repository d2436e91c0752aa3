import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { paths } from "@/app/(web)/dashboard/paths";
import { NewLocation } from "@/app/(web)/dashboard/settings/locations/new/new-location";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("places");
  return { title: `${t("locations.create")} – ${t("settings")}` };
}

export default async function NewLocationPage() {
  const t = await getTranslations("places");
  return (
    <>
      <PageHeader
        title={t("locations.create")}
        breadcrumb={[
          { label: t("settings"), href: paths.settings },
          { label: t("locations.title"), href: paths.locations },
        ]}
      />
      <OnlyAdministrators what={t("locations.refused")}>
        <NewLocation />
      </OnlyAdministrators>
    </>
  );
}
