import { currentName } from "@/app/_i18n/time-zone";

/** A country or territory, as people choose it: by its ISO 3166-1 code, with its time zones, the one where most people live first. */
export interface CountryChoice {
  code: string;
  name: string;
  timeZones: readonly string[];
}

/** Where most people live, of countries whose first zone by name is another one. */
const mainZones: Record<string, string> = {
  ...{ AR: "America/Argentina/Buenos_Aires", AU: "Australia/Sydney", BR: "America/Sao_Paulo" },
  ...{ CA: "America/Toronto", CD: "Africa/Kinshasa", CL: "America/Santiago", CN: "Asia/Shanghai" },
  ...{ CY: "Asia/Nicosia", DE: "Europe/Berlin", EC: "America/Guayaquil", ES: "Europe/Madrid" },
  ...{ ID: "Asia/Jakarta", KZ: "Asia/Almaty", MN: "Asia/Ulaanbaatar", MX: "America/Mexico_City" },
  ...{ MY: "Asia/Kuala_Lumpur", NZ: "Pacific/Auckland", PF: "Pacific/Tahiti", PG: "Pacific/Port_Moresby" },
  ...{ PS: "Asia/Hebron", PT: "Europe/Lisbon", RU: "Europe/Moscow", UA: "Europe/Kyiv" },
  ...{ US: "America/New_York", UZ: "Asia/Tashkent" },
};

/** The time zones of a country, by its code; none where the runtime knows no such country, or by another code. */
export function timeZonesOf(code: string): string[] {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[];
  };
  if (locale.region !== code) return [];
  const listed = (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(currentName);
  const main = mainZones[code];
  return main && listed.includes(main) ? [main, ...listed.filter((zone) => zone !== main)] : listed;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = letters.flatMap((first) => letters.map((second) => first + second));
const zonesByCode = new Map<string, string[]>();

/** Every country with a time zone, in the order of their names in this language. */
export function countriesIn(locale: string): CountryChoice[] {
  if (zonesByCode.size === 0)
    for (const code of codes) {
      const zones = timeZonesOf(code);
      if (zones.length > 0) zonesByCode.set(code, zones);
    }
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  return [...zonesByCode]
    .flatMap(([code, timeZones]) => {
      const name = names.of(code);
      return name ? [{ code, name, timeZones }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** The country of a time zone; empty where the zone is unknown. */
export const countryOfZone = (zone: string, countries: readonly CountryChoice[]): string =>
  (
    countries.find(({ timeZones }) => timeZones[0] === zone) ??
    countries.find(({ timeZones }) => timeZones.includes(zone))
  )?.code ?? "";

/** The first region of an Accept-Language header, such as AT of `de-AT,de;q=0.9`; empty without one. */
export const acceptedRegion = (header: string | null): string =>
  /(?:^|,)\s*[a-z]{2,3}-([A-Z]{2})\b/.exec(header ?? "")?.[1] ?? "";
