"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useGoTo } from "@/app/_kit/page/use-go-to";
import { Card } from "@/app/_kit/ui/card";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { Field } from "@/app/_kit/ui/field";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Select } from "@/app/_kit/ui/select";
import { type Choice, importAddressOf } from "@/app/(app)/dashboard/(settings)/settings/holidays/address";

type Pairs = readonly (readonly [code: string, name: string])[];
type Props = {
  choice: Choice;
  /** Each with the country that its time zone means; empty where it means none. */
  locations: readonly { id: string; name: string; country: string }[];
  years: readonly number[];
  found: { countries: Pairs; states: Pairs; regions: Pairs };
  /** Available languages of the names, the page's language first. */
  languages: Pairs;
  /** The holidays of the choice, which cannot be used while others are looked up. */
  children: ReactNode;
};

interface Wanted {
  choice: Choice;
  /** The address of the page that was shown when it was chosen. */
  from: string;
  /** The address of the choice, until its page is shown. */
  awaited: string | null;
}

const width = "min-w-52 flex-1 sm:max-w-80";

/** The source of the holidays, and the years. Each choice is in the URL, and the page looks them up. */
export function Choices({ choice: asked, locations, years, found, languages, children }: Props) {
  const t = useTranslations("places.holidays");
  const goTo = useGoTo();
  const address = importAddressOf(asked);
  const [{ choice, from, awaited }, setWanted] = useState<Wanted>({
    ...{ choice: asked, from: address, awaited: null },
  });
  // The page has loaded, or Back led to another one. The page of an earlier choice must not revert a later one.
  if (from !== address)
    setWanted(
      awaited === null || awaited === address
        ? { choice: asked, from: address, awaited: null }
        : { choice, from: address, awaited },
    );
  const isStale = importAddressOf(choice) !== address;
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    // Optimistic: the lookup takes a moment, and the next choice must not revert this one.
    setWanted({ choice: next, from: address, awaited: importAddressOf(next) });
    goTo(importAddressOf(next));
  };
  const countryOf = (id: string) => locations.find((one) => one.id === id)?.country ?? "";
  /** Another location brings its own country, unless the user chose another than the one that was proposed. */
  const countryFor = (location: string): Partial<Choice> => {
    const country = countryOf(location);
    const isProposed = choice.country === "" || choice.country === countryOf(choice.location);
    return isProposed && country !== choice.country ? { country, state: "", region: "", names: "" } : {};
  };
  const [first = ["", ""]] = languages;
  return (
    <>
      <Card>
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-4">
            <Field label={t("importing.location")} className={width}>
              <Select
                value={choice.location}
                onChange={({ target }) => change({ location: target.value, ...countryFor(target.value) })}
                options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field label={t("importing.country")} className={width}>
              <Select
                value={choice.country}
                onChange={({ target }) => change({ country: target.value, state: "", region: "", names: "" })}
                options={optionsOf(found.countries, t("importing.choose"))}
              />
            </Field>
            {found.states.length > 0 ? (
              <Field
                label={t("importing.state")}
                help={choice.state ? undefined : t("importing.stateHelp")}
                className={width}
              >
                <Select
                  value={choice.state}
                  onChange={({ target }) => change({ state: target.value, region: "" })}
                  options={optionsOf(found.states, t("importing.whole"))}
                />
              </Field>
            ) : null}
            {found.regions.length > 0 ? (
              <Field
                label={t("importing.region")}
                help={choice.region ? undefined : t("importing.regionHelp")}
                className={width}
              >
                <Select
                  value={choice.region}
                  onChange={({ target }) => change({ region: target.value })}
                  options={optionsOf(found.regions, t("importing.wholeState"))}
                />
              </Field>
            ) : null}
            {choice.country && languages.length > 1 ? (
              <Field label={t("importing.names")} className={width}>
                <Select
                  value={choice.names || first[0]}
                  onChange={({ target }) => change({ names: target.value === first[0] ? "" : target.value })}
                  options={optionsOf(languages)}
                />
              </Field>
            ) : null}
          </div>
          <Fieldset
            legend={t("importing.years")}
            error={choice.years.length === 0 ? t("importing.yearsNeeded") : undefined}
          >
            <div className="flex flex-wrap gap-x-5 gap-y-2.5">
              {years.map((year) => (
                <Checkbox
                  key={year}
                  label={String(year)}
                  checked={choice.years.includes(year)}
                  onChange={({ target }) =>
                    change({
                      years: years.filter((each) =>
                        each === year ? target.checked : choice.years.includes(each),
                      ),
                    })
                  }
                />
              ))}
            </div>
          </Fieldset>
        </div>
      </Card>
      <div inert={isStale} aria-busy={isStale} className={isStale ? "opacity-60" : undefined}>
        {children}
      </div>
    </>
  );
}

const optionsOf = (pairs: Pairs, none?: string) => [
  ...(none === undefined ? [] : [{ value: "", label: none }]),
  ...pairs.map(([value, label]) => ({ value, label })),
];
