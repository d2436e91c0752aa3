import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { acceptedLanguage } from "@/app/_i18n/accepted-language";
import { LANGUAGE_COOKIE, TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { fallbackLanguage, isLanguage, type Language } from "@/app/_i18n/languages";
import { isTimeZone } from "@/app/_i18n/time-zone";

/** In which language this request is answered. */
export const currentLanguage = cache(async (): Promise<Language> => {
  const kept = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  if (isLanguage(kept)) return kept;
  return acceptedLanguage((await headers()).get("accept-language")) ?? fallbackLanguage;
});

/** In which time zone this request is answered: an IANA name. */
export const currentTimeZone = cache(async (): Promise<string> => {
  const kept = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return isTimeZone(kept) ? kept : "UTC";
});
