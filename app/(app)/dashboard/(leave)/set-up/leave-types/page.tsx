import { getLocale, getTranslations } from "next-intl/server";
import { currentName } from "@/app/_i18n/time-zone";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { startingTypes as startingTypesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { StartingTypesForm } from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-types-form";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { startingRulesOf } from "@/server/modules/leave/leave-types/starting-rules";
import {
  startingCountries,
  startingSet,
  startingTypes,
} from "@/server/modules/leave/leave-types/starting-set";
import { requireActor } from "@/server/signin/session";

/** The country of a time zone; empty if several share it, or if it is unknown. */
function countryOf(timezone: string): string {
  const isIn = (code: string) => {
    const { timeZones } = new Intl.Locale(`und-${code}`) as Intl.Locale & { timeZones?: string[] };
    return timeZones?.map(currentName).includes(timezone) ?? false;
  };
  return Object.keys(startingCountries).find(isIn) ?? "";
}

export const generateMetadata = metadataOf(startingTypesPage);
export default routeOf(startingTypesPage, StartingTypesPage);

/** A starting set of leave types, previewed before anything is written. */
async function StartingTypesPage() {
  const { actor } = await requireActor();
  const [t, locale] = await Promise.all([getTranslations("setup.types"), getLocale()]);
  if (actor.role !== "ADMIN")
    return (
      <>
        <RecordHeader of={startingTypesPage} description={null} />
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
    .map((code) => ({
      value: code,
      label: names.of(code) ?? code,
      ...startingSet(code),
      rules: startingRulesOf(code),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  const locations = places.data
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .map(({ id, name, timezone }) => ({ id, name, country: countryOf(timezone) }));
  return (
    <>
      <RecordHeader of={startingTypesPage} />
      <div className="flex max-w-3xl flex-col gap-5">
        {existing.data.length > 0 ? (
          <Note>{t("existing", { names: existing.data.map(({ name }) => name).join(", ") })}</Note>
        ) : null}
        <StartingTypesForm
          countries={[
            { value: "", label: t("elsewhere"), ...startingSet(""), rules: startingRulesOf("") },
            ...countries,
          ]}
          locations={locations}
          taken={existing.data.map(({ name }) => name)}
          names={Object.fromEntries(startingTypes.map((type) => [type, t(`names.${type}`)]))}
        />
      </div>
    </>
  );
}
