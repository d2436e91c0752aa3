import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { currentName } from "@/app/_i18n/time-zone";
import { caller } from "@/app/_trpc/server";
import { Note } from "@/app/_ui/note";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { StartingTypesForm } from "@/app/(web)/dashboard/set-up/leave-types/starting-types-form";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
import { startingCountries, startingSet, startingTypes } from "@/server/modules/leave-types/starting-set";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("setup.types");
  return { title: t("title") };
}

/** The country of a time zone; empty if several share it, or if it is unknown. */
function countryOf(timezone: string): string {
  const isIn = (code: string) => {
    const { timeZones } = new Intl.Locale(`und-${code}`) as Intl.Locale & { timeZones?: string[] };
    return timeZones?.map(currentName).includes(timezone) ?? false;
  };
  return Object.keys(startingCountries).find(isIn) ?? "";
}

/** A starting set of leave types, previewed before anything is written. */
export default async function StartingTypesPage() {
  const { actor } = await requireActor();
  const [t, locale] = await Promise.all([getTranslations("setup.types"), getLocale()]);
  const breadcrumb = [{ label: t("back"), href: paths.home }];
  if (actor.role !== "ADMIN")
    return (
      <>
        <PageHeader title={t("title")} breadcrumb={breadcrumb} />
        <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
      </>
    );
  const [places, existing] = await Promise.all([
    load(caller().directory.locations.list()),
    load(caller().leaveTypes.list()),
  ]);
  if (places.error) return <LoadError error={places.error} />;
  if (existing.error) return <LoadError error={existing.error} />;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const countries = Object.keys(startingCountries)
    .map((code) => ({ value: code, label: names.of(code) ?? code, ...startingSet(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  const main = places.data.find(({ isDefault }) => isDefault) ?? places.data[0];
  return (
    <AreaMessages areas={["setup"]}>
      <PageHeader title={t("title")} description={t("lead")} breadcrumb={breadcrumb} />
      <div className="flex max-w-3xl flex-col gap-5">
        {existing.data.length > 0 ? (
          <Note>{t("existing", { names: existing.data.map(({ name }) => name).join(", ") })}</Note>
        ) : null}
        <StartingTypesForm
          country={countryOf(main?.timezone ?? "")}
          countries={[{ value: "", label: t("elsewhere"), ...startingSet("") }, ...countries]}
          locations={places.data.map(({ id, name }) => ({ id, name }))}
          taken={existing.data.map(({ name }) => name)}
          names={Object.fromEntries(startingTypes.map((type) => [type, t(`names.${type}`)]))}
        />
      </div>
    </AreaMessages>
  );
}
