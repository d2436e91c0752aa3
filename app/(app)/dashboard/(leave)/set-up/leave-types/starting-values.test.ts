import { expect, it } from "vitest";
import { startingRulesOf } from "@/server/modules/leave/leave-types/starting-rules";
import {
  type StartingType,
  startingNames,
  startingSet,
} from "@/server/modules/leave/leave-types/starting-set";
import {
  countryNames,
  daysOf,
  faultsOf,
  offeredRules,
  type Values,
  wantedHolidays,
  wantedRules,
  wantedTypes,
} from "./starting-values";

const labels = {
  "": "Another country",
  DE: "Germany",
  AT: "Austria",
  FR: "France",
  GB: "United Kingdom",
  CA: "Canada",
};
const countries = Object.entries(labels).map(([value, label]) => ({
  ...{ value, label },
  ...startingSet(value),
  rules: startingRulesOf(value),
}));
const chosen: StartingType[] = ["vacation", "sick"];

/** What the form holds at first for locations in these countries. */
const valuesAt = (...codes: (keyof typeof labels)[]): Values => ({
  places: codes.map((code, at) => ({
    ...{ id: `location-${at}`, name: `Place ${at}`, country: code, state: "" },
    days: daysOf(countries.find(({ value }) => value === code)),
  })),
  ...{ chosen, names: { vacation: "Vacation", sick: "Sick leave" }, ruleTicks: {} },
  withHolidays: true,
});
const words = { nameNeeded: "name", daysWrong: "days", noneChosen: "none" };

it("each location gets the days and the carry-over of its country, and every location the same type", () => {
  const [vacation, sick] = wantedTypes(countries, valuesAt("DE", "FR", "GB", "CA"), startingNames);
  expect(vacation?.policies.map(({ locationId, yearlyQuota }) => [locationId, yearlyQuota])).toEqual([
    ["location-0", 20],
    ["location-1", 25],
    ["location-2", 20],
    ["location-3", 10],
  ]);
  expect(sick?.policies).toHaveLength(4);
  expect(vacation?.name).toBe("Vacation");
});

it("a proposed name is written in all languages, another one alone", () => {
  const values = { ...valuesAt("DE"), names: { vacation: "Urlaub", sick: "Off sick" } };
  expect(wantedTypes(countries, values, startingNames)).toMatchObject([
    {
      name: "Urlaub",
      names: { en: "Vacation", es: "Vacaciones", fr: "Congés payés", pt: "Férias" },
    },
    { name: "Off sick" },
  ]);
  expect(wantedTypes(countries, values, startingNames)[0]?.names).not.toHaveProperty("de");
  expect(wantedTypes(countries, values, startingNames)[1]).not.toHaveProperty("names");
});

it("a rule that is the same everywhere is offered once for all, others once for each set of countries", () => {
  const values = valuesAt("DE", "AT", "FR", "CA");
  expect(
    offeredRules(countries, values).map(({ rule, isUsual, places }) => [
      rule,
      isUsual,
      places && countryNames(countries, places),
    ]),
  ).toEqual([
    ["notice", true, null],
    ["proof", true, "Germany, Austria"],
    ["proof", true, "France"],
    ["proof", false, "Canada"],
    ["away", false, null],
  ]);
  expect(offeredRules(countries, { ...values, chosen: ["vacation"] }).map(({ rule }) => rule)).toEqual([
    "notice",
    "away",
  ]);
});

it("ticked rules name their locations, and the types by their index", () => {
  const values = valuesAt("DE", "CA");
  expect(wantedRules(countries, values, ({ rule }) => rule)).toMatchObject([
    { name: "notice", types: [0], ignoredTypes: [] },
    { name: "proof", types: [1], locationIds: ["location-0"] },
  ]);
  const [, , inCanada] = offeredRules(countries, values);
  const ticked = { ...values, ruleTicks: { [inCanada?.key ?? ""]: true } };
  expect(wantedRules(countries, ticked, ({ rule }) => rule)).toHaveLength(3);
  expect(wantedRules(countries, valuesAt("DE"), ({ rule }) => rule)[1]).not.toHaveProperty("locationIds");
});

it("days that are wrong are reported at their location, only if vacation is chosen", () => {
  const values = valuesAt("DE", "FR");
  const wrong = {
    ...values,
    places: values.places.map((place) => ({ ...place, days: place.country === "FR" ? "25,3" : "22,5" })),
  };
  expect(faultsOf(wrong, words)).toEqual([{ path: "days.location-1", message: "days" }]);
  expect(faultsOf({ ...wrong, chosen: ["sick"] }, words)).toEqual([]);
  expect(faultsOf({ ...wrong, chosen: [] }, words)).toEqual([{ path: "country", message: "none" }]);
});

it("public holidays are added at the locations that have some, unless they are unticked", () => {
  const values = valuesAt("DE", "FR");
  const found = {
    "location-1": [{ date: "2027-07-14", name: "Bastille Day", isHalfDay: false }],
    "location-0": [],
  };
  expect(wantedHolidays(values, found)).toEqual([
    { locationId: "location-1", holidays: found["location-1"] },
  ]);
  expect(wantedHolidays({ ...values, withHolidays: false }, found)).toEqual([]);
});
