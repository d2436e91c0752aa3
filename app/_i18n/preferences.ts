import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { acceptedLanguage } from "@/app/_i18n/accepted-language";
import { LANGUAGE_COOKIE, TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { fallbackLanguage, isLanguage, type Language } from "@/app/_i18n/languages";
import { isTimeZone } from "@/app/_i18n/time-zone";
import { currentPreferences } from "@/server/signin/session";

/** The language of an answer to a user: their setting, else the browser's cookie, else Accept-Language. */
export async function languageFor({ language }: { language?: Language | null }): Promise<Language> {
  if (language) return language;
  const kept = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  if (isLanguage(kept)) return kept;
  return acceptedLanguage((await headers()).get("accept-language")) ?? fallbackLanguage;
}

/** The language of this request's answer. */
export const currentLanguage = cache(async (): Promise<Language> => languageFor(await currentPreferences()));

/** The time zone of this request's answer, an IANA name: the user's setting, else the browser's cookie. */
export const currentTimeZone = cache(async (): Promise<string> => {
  const { timeZone } = await currentPreferences();
  if (isTimeZone(timeZone)) return timeZone;
  const kept = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return isTimeZone(kept) ? kept : "UTC";
});
