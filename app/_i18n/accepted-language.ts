import { isLanguage, type Language } from "@/app/_i18n/languages";

/**
 * The best of our languages for an Accept-Language header (RFC 9110, section 12.5.4). A region does not matter: de-AT is German.
 * @returns null when it names none of them
 */
export function acceptedLanguage(header: string | null): Language | null {
  const wishes = (header ?? "")
    .split(",")
    .map(parseWish)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wishes.map(({ language }) => language).find((language) => isLanguage(language)) ?? null;
}

function parseWish(wish: string): { language: string; weight: number } {
  const [range = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: range.split("-")[0] ?? "", weight: Number.isFinite(weight) ? weight : 0 };
}
