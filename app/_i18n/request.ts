import { getRequestConfig } from "next-intl/server";
import { formats } from "@/app/_i18n/formats";
import { localeOf } from "@/app/_i18n/languages";
import { loadMessages } from "@/app/_i18n/load-messages";
import { currentLanguage, currentTimeZone } from "@/app/_i18n/preferences";

/** next-intl calls this once per request. */
export default getRequestConfig(async () => {
  const [language, timeZone] = await Promise.all([currentLanguage(), currentTimeZone()]);
  return {
    locale: localeOf[language],
    messages: await loadMessages(language),
    timeZone,
    // The browser takes it over, so that both first render the same "4 minutes ago".
    now: new Date(),
    formats,
  };
});
