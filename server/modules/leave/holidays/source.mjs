// Runs in a separate process that ends with its answer (`read-source.ts`): the data of all countries take 77 MB.
import Holidays from "date-holidays";

/**
 * @typedef {{ language: string, names?: string, country?: string, state?: string, region?: string, years?: number[], changes?: Record<string, Change> }} Asked
 * @typedef {import("./corrections/correction").Change} Change
 */

const pairs = (/** @type {Record<string, string> | null | undefined} */ names) => Object.entries(names ?? {});

/** States that the source names in German only. */
/** @type {Record<string, Record<string, string>>} */
const englishStates = {
  DE: {
    ...{ BY: "Bavaria", HB: "Bremen", HE: "Hesse", HH: "Hamburg", MV: "Mecklenburg-Western Pomerania" },
    ...{ NI: "Lower Saxony", NW: "North Rhine-Westphalia", RP: "Rhineland-Palatinate", SN: "Saxony" },
    ...{ ST: "Saxony-Anhalt", TH: "Thuringia" },
  },
};

/** Regions that the source names in German only, by country and state. */
/** @type {Record<string, Record<string, string>>} */
const englishRegions = {
  "DE BY": { A: "Augsburg" },
  "DE SN": { BZ: "District of Bautzen" },
  "DE TH": { EIC: "District of Eichsfeld", UH: "District of Unstrut-Hainich", WAK: "District of Wartburg" },
};

/** Corrects the holiday of a rule, or adds one; what the source no longer has needs no correction. */
function correct(/** @type {Holidays} */ own, /** @type {string} */ rule, /** @type {Change} */ change) {
  // As text: `setHoliday` refuses the dates that `getRule` returns.
  const known = JSON.parse(JSON.stringify(own.getRule(rule) ?? { type: "public" }));
  const name = change.names ?? known.name;
  if (name === undefined) return;
  own.unsetRule(rule);
  own.setHoliday(change.rule ?? rule, { ...known, name, type: change.type ?? known.type, substitute: true });
}

function answer(/** @type {Asked} */ { language, names, country, state, region, years = [], changes = {} }) {
  const all = new Holidays();
  const countries = all.getCountries(language);
  if (!country || !(country in countries)) return { countries: pairs(countries) };
  const named = all.getStates(country, language) ?? {};
  const states = language === "en" ? { ...named, ...englishStates[country] } : named;
  const ownState = state && state in states ? state : undefined;
  const places = (ownState && all.getRegions(country, ownState, language)) || {};
  const regions = language === "en" ? { ...places, ...englishRegions[`${country} ${ownState}`] } : places;
  const ownRegion = region && region in regions ? region : undefined;
  const own = new Holidays(...[country, ownState, ownRegion].filter((part) => part !== undefined));
  const spoken = own.getLanguages();
  // Names missing in the language fall back to English or the country's own languages.
  own.setLanguages([names ?? language, "en", ...spoken]);
  for (const [rule, change] of Object.entries(changes)) correct(own, rule, change);
  const found = years.flatMap((year) => own.getHolidays(year));
  return {
    countries: pairs(countries),
    states: pairs(states),
    regions: pairs(regions),
    languages: spoken,
    holidays: found.map(({ date, start, end, name, type, rule, substitute = false }) => {
      return { date, minutes: (end.getTime() - start.getTime()) / 60_000, name, type, rule, substitute };
    }),
  };
}

process.stdout.write(JSON.stringify(answer(JSON.parse(process.argv[2] ?? "{}"))));
