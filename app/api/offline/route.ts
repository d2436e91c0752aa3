import { getLocale, getTranslations } from "next-intl/server";
import { directionOf } from "@/app/_i18n/languages";
import { barePage } from "@/server/kernel/http/bare-page";

export const dynamic = "force-dynamic";

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** The page that the installed app keeps, and shows where the network is away (public/sw.js): it needs no other file. */
export async function GET() {
  const [locale, t] = await Promise.all([getLocale(), getTranslations("common.offline")]);
  // An empty address is that of the page which could not be opened.
  const page = barePage({
    language: locale,
    direction: directionOf[locale],
    title: t("title"),
    main: `<p>${t("text")}</p>\n<p><a href="">${t("again")}</a></p>`,
  });
  return new Response(page, { headers });
}
