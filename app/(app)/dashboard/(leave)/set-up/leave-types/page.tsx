import { getLocale, getTranslations } from "next-intl/server";
import { countriesIn, countryOfZone } from "@/app/_i18n/countries";
import { currentLanguage } from "@/app/_i18n/preferences";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { startingTypes as startingTypesPage } from "@/app/(app)/dashboard/(leave)/pages";
import { StartingTypesForm } from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-types-form";
import { SetupProgress } from "@/app/(app)/dashboard/(leave)/set-up/setup-progress";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { startingRulesOf } from "@/server/modules/leave/leave-types/starting-rules";
import {
  startingCountries,
  startingNames,
  startingSet,
} from "@/server/modules/leave/leave-types/starting-set";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(startingTypesPage);
export default routeOf(startingTypesPage, StartingTypesPage);

/** A starting set of leave types, previewed before anything is written. */
async function StartingTypesPage({
  searchParams,
}: {
  searchParams: Promise<{ country?: string | string[] }>;
}) {
  const { actor } = await requireActor();
  const [t, locale, language] = await Promise.all([
    getTranslations("setup.types"),
    getLocale(),
    currentLanguage(),
  ]);
  if (actor.role !== "ADMIN")
    return (
      <>
        <RecordHeader of={startingTypesPage} description={null} />
        <OnlyAdministrators what={t("refused")}>{null}</OnlyAdministrators>
      </>
    );
  const [{ country: asked }, places, existing, setup] = await Promise.all([
    searchParams,
    load(caller().directory.locations.list()),
    load(caller().leaveTypes.list()),
    load(caller().workspace.setup()),
  ]);
  if (places.error) return <LoadError error={places.error} />;
  if (existing.error) return <LoadError error={existing.error} />;
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const known = countriesIn(locale);
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
    .map(({ id, name, timezone, isDefault }) => ({
      ...{ id, name },
      country:
        isDefault && known.some(({ code }) => code === asked)
          ? String(asked)
          : countryOfZone(timezone, known),
    }));
  return (
    <>
      <RecordHeader of={startingTypesPage} />
      {setup.data ? <SetupProgress setup={setup.data} name="country" /> : null}
      <div className="flex max-w-3xl flex-col gap-5">
        {existing.data.length > 0 ? (
          <Note>{t("existing", { names: existing.data.map(({ name }) => name).join(", ") })}</Note>
        ) : null}
        <StartingTypesForm
          countries={[
            { value: "", label: t("elsewhere"), ...startingSet(""), rules: startingRulesOf("") },
            ...countries,
          ]}
          options={[
            { value: "", label: t("elsewhere") },
            ...known.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          withHolidays={setup.data?.holidays === 0}
          locations={locations}
          language={language}
          taken={existing.data.flatMap(({ name, names: others }) => [name, ...Object.values(others)])}
          proposals={startingNames}
        />
      </div>
    </>
  );
}
