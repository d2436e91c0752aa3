import { getLocale, getTranslations } from "next-intl/server";
import { countriesIn, countryOfZone } from "@/app/_i18n/countries";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { importHolidays as importHolidaysPage } from "@/app/(app)/dashboard/(settings)/pages";
import {
  addressOf,
  type Choice,
  importAddressOf,
  one,
  type Search,
  yearsAround,
} from "@/app/(app)/dashboard/(settings)/settings/holidays/address";
import { Choices } from "@/app/(app)/dashboard/(settings)/settings/holidays/import/choices";
import { Proposals } from "@/app/(app)/dashboard/(settings)/settings/holidays/import/proposals";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { requireActor } from "@/server/signin/session";

const yearsAhead = 3;

/** @param country the location's, by its time zone */
function choiceOf(search: Search, thisYear: number, country: string): Omit<Choice, "location"> {
  const offered = yearsAround(thisYear, 0, yearsAhead);
  const asked = one(search.years).split(",").map(Number);
  const years = offered.filter((year) => asked.includes(year));
  const rest = {
    country: "country" in search ? one(search.country) : country,
    ...{ state: one(search.state), region: one(search.region) },
  };
  // Without `years` in the URL: the most common choice.
  return {
    ...rest,
    names: one(search.names),
    years: "years" in search ? years : [thisYear, thisYear + 1],
  };
}

export const generateMetadata = metadataOf(importHolidaysPage);
export default routeOf(importHolidaysPage, ImportHolidaysPage);

async function ImportHolidaysPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ actor }, t, locale, search, locations] = await Promise.all([
    requireActor(),
    getTranslations("places"),
    getLocale(),
    searchParams,
    load(caller().directory.locations.list()),
  ]);
  const thisYear = new Date().getUTCFullYear();
  const isLead = actor.role === "ADMIN" || actor.role === "LOCATION_ADMIN";
  const location =
    locations.data?.find(({ id }) => id === one(search.location)) ??
    locations.data?.find(({ isDefault }) => isDefault) ??
    locations.data?.[0];
  const countries = countriesIn(locale);
  const countryOf = (timezone: string) => countryOfZone(timezone, countries);
  const country = location ? countryOf(location.timezone) : "";
  const choice = { ...choiceOf(search, thisYear, country), location: location?.id ?? "" };
  const language = locale.slice(0, 2);
  const asked = {
    language,
    locationId: choice.location,
    country: choice.country || undefined,
    state: choice.state || undefined,
    region: choice.region || undefined,
    names: choice.names || undefined,
    years: [...choice.years],
  };
  const found = location && isLead ? await load(caller().publicHolidays.propose(asked)) : null;
  return (
    <>
      <RecordHeader of={importHolidaysPage} />
      {isLead ? null : <OnlyAdministrators what={t("holidays.refused")}>{null}</OnlyAdministrators>}
      {isLead && locations.data?.length === 0 ? <EmptyState title={t("holidays.noLocations")} /> : null}
      {locations.error ? <LoadError error={locations.error} /> : null}
      {found?.error ? <LoadError error={found.error} /> : null}
      {found?.data && location && locations.data ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <Choices
            choice={choice}
            locations={locations.data.map(({ id, name, timezone }) => ({
              id,
              name,
              country: countryOf(timezone),
            }))}
            years={yearsAround(thisYear, 0, yearsAhead)}
            found={{
              ...found.data,
              countries: inWords(found.data.countries, "region", locale),
              states: found.data.states.toSorted(([, a], [, b]) => a.localeCompare(b, locale)),
            }}
            languages={[language, ...found.data.languages, "en"]
              .filter((code, place, all) => code.length === 2 && all.indexOf(code) === place)
              .flatMap((code) => inWords([[code, code]], "language", locale))}
          >
            {choice.country && choice.years.length > 0 ? (
              <Proposals
                key={importAddressOf(choice)}
                locationId={location.id}
                proposals={found.data.proposals}
                back={addressOf({ location: location.id, year: String(choice.years[0]) })}
              />
            ) : null}
          </Choices>
          <p className="text-muted">
            {t.rich("holidays.importing.source", {
              link: (text) => (
                <SourceLink href="https://github.com/commenthol/date-holidays">{text}</SourceLink>
              ),
              license: (text) => (
                <SourceLink href="https://creativecommons.org/licenses/by-sa/3.0/">{text}</SourceLink>
              ),
            })}
          </p>
        </div>
      ) : null}
    </>
  );
}

type Pairs = [code: string, name: string][];

/** In the user's language and order. On the server: browsers have other names for some. */
function inWords(pairs: Pairs, type: "region" | "language", locale: string): Pairs {
  const names = new Intl.DisplayNames(locale, { type });
  return pairs
    .map(([code, name]): Pairs[number] => [code, names.of(code) ?? name])
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
}

function SourceLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} className="rounded-sm text-accent-text underline underline-offset-3">
      {children}
    </a>
  );
}
