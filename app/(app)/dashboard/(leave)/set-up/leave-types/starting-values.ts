import type { FieldMessage } from "@/app/_kit/form/read-by";
import type { NamesByLanguage, PageLanguage } from "@/drizzle/schema/values";
import {
  type StartingLeaveRule,
  type StartingRule,
  startingRules,
} from "@/server/modules/leave/leave-types/starting-rules";
import type { StartingLeaveType, StartingType } from "@/server/modules/leave/leave-types/starting-set";

/** What is usual in a country. */
export interface Country {
  value: string;
  label: string;
  isLaw: boolean;
  types: Record<StartingType, StartingLeaveType>;
  rules: Record<StartingRule, StartingLeaveRule>;
}

/** A location, its country, and the days of vacation there, as typed. */
export interface Place {
  id: string;
  name: string;
  country: string;
  /** A code of the country's part; empty for the whole. */
  state: string;
  days: string;
}

/** A public holiday that is proposed for a location. */
export interface FoundHoliday {
  date: string;
  name: string;
  isHalfDay: boolean;
}

/** What each leave type is called, by language. */
export type Proposals = Readonly<Record<string, Readonly<Record<PageLanguage, string>>>>;

export interface Values {
  places: Place[];
  chosen: StartingType[];
  names: Record<string, string>;
  /** Ticked or not by hand, by the key of the offered rule; the others follow the country. */
  ruleTicks: Record<string, boolean>;
  /** Whether the public holidays are added. */
  withHolidays: boolean;
}

/** A rule that is offered, with the locations that it is for; null for all. */
export interface OfferedRule extends StartingLeaveRule {
  key: string;
  rule: StartingRule;
  places: readonly Place[] | null;
}

export const countryBy = (countries: readonly Country[], value: string): Country | undefined =>
  countries.find((one) => one.value === value) ?? countries[0];

export const daysOf = (country: Country | undefined): string =>
  String(country?.types.vacation.policy.yearlyQuota ?? "");

/** The countries of locations, each once, such as "Germany, Austria". */
export const countryNames = (countries: readonly Country[], places: readonly Place[]): string =>
  [...new Set(places.map(({ country }) => countryBy(countries, country)?.label ?? country))].join(", ");

/** The number that was typed; null unless it is days of a year, in halves. */
function readDays(typed: string): number | null {
  const days = Number(typed.trim().replace(",", "."));
  return typed.trim() !== "" && days >= 0 && days <= 366 && Number.isInteger(days * 2) ? days : null;
}

/** The rules about the chosen leave types: once for all locations whose countries have the same one. */
export function offeredRules(
  countries: readonly Country[],
  { places, chosen }: Pick<Values, "places" | "chosen">,
): OfferedRule[] {
  const offered = new Map<string, OfferedRule & { places: Place[] }>();
  for (const place of places) {
    const rules = countryBy(countries, place.country)?.rules;
    for (const [rule, proposal] of Object.entries(rules ?? {}) as [StartingRule, StartingLeaveRule][]) {
      if (proposal.about !== null && !chosen.includes(proposal.about)) continue;
      const key = `${rule} ${JSON.stringify([proposal.parameters, proposal.isUsual])}`;
      const known = offered.get(key);
      if (known) known.places.push(place);
      else offered.set(key, { ...proposal, key, rule, places: [place] });
    }
  }
  return [...offered.values()]
    .map((one) => (one.places.length === places.length ? { ...one, places: null } : one))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

const orderOf = ({ rule }: OfferedRule) => startingRules.indexOf(rule);

/** The rules that are written: the ticked ones. */
export const tickedRules = (countries: readonly Country[], values: Values): OfferedRule[] =>
  offeredRules(countries, values).filter(({ key, isUsual }) => values.ruleTicks[key] ?? isUsual);

type FaultWords = Record<"nameNeeded" | "daysWrong" | "noneChosen", string>;

export function faultsOf(values: Values, words: FaultWords): FieldMessage[] {
  const faults = values.chosen
    .filter((type) => !values.names[type]?.trim())
    .map((type) => ({ path: `names.${type}`, message: words.nameNeeded }));
  if (values.chosen.includes("vacation"))
    for (const { id, days } of values.places)
      if (readDays(days) === null) faults.push({ path: `days.${id}`, message: words.daysWrong });
  if (values.chosen.length === 0) faults.push({ path: "country", message: words.noneChosen });
  return faults;
}

/** What a proposed name is in the languages that call it something else. */
function otherNames(name: string, proposal: Proposals[string] | undefined): { names?: NamesByLanguage } {
  const all = Object.entries(proposal ?? {});
  const others = all.filter(([, other]) => other !== name);
  return others.length === all.length ? {} : { names: Object.fromEntries(others) };
}

/**
 * The chosen leave types with a policy for each location, by its country. One that keeps its proposed name has it in all languages; another
 * name is the only one.
 */
export const wantedTypes = (
  countries: readonly Country[],
  { places, chosen, names }: Values,
  proposals: Proposals,
) =>
  chosen.flatMap((type) => {
    const policies = places.flatMap(({ id, country, days }) => {
      const policy = countryBy(countries, country)?.types[type].policy;
      const quota = type === "vacation" ? { yearlyQuota: readDays(days) ?? 0 } : {};
      return policy ? [{ ...policy, ...quota, locationId: id }] : [];
    });
    const proposed = countryBy(countries, places[0]?.country ?? "")?.types[type];
    if (!proposed) return [];
    const { policy: _, isUsual: __, ...look } = proposed;
    const name = names[type]?.trim() ?? "";
    return [{ ...look, name, ...otherNames(name, proposals[type]), policies }];
  });

/** The holidays that are added, at each location that has any. */
export const wantedHolidays = (
  { places, withHolidays }: Values,
  found: Readonly<Record<string, readonly FoundHoliday[]>>,
) =>
  places.flatMap(({ id }) => {
    const holidays = found[id] ?? [];
    return withHolidays && holidays.length > 0 ? [{ locationId: id, holidays: [...holidays] }] : [];
  });

/** The ticked rules as they are sent: with the leave types by their index. */
export function wantedRules(
  countries: readonly Country[],
  values: Values,
  nameOf: (rule: OfferedRule) => string,
) {
  const at = (type: StartingType | null) =>
    type !== null && values.chosen.includes(type) ? [values.chosen.indexOf(type)] : [];
  return tickedRules(countries, values).map((rule) => ({
    ...{ name: nameOf(rule), kind: rule.kind, parameters: rule.parameters },
    ...{ types: at(rule.about), ignoredTypes: at(rule.ignores) },
    // During an upgrade, an older process does not know it.
    ...(rule.places && { locationIds: rule.places.map(({ id }) => id) }),
  }));
}
