import type { Metadata } from "next";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { acceptedRegion, countriesIn } from "@/app/_i18n/countries";
import { timeZoneNames } from "@/app/_i18n/time-zone";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Frame } from "@/app/(account)/_signin/frame";
import { Problem } from "@/app/(account)/_signin/message";
import { SetUpForm } from "@/app/(account)/set-up/[token]/set-up-form";
import { services } from "@/server/kernel/process";
import { isSetupLinkGood } from "@/server/modules/workspace/settings/setup-link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("setup");
  return { title: t("make.title"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Reached by the link that `npm start` prints on an empty database. Viewing the page does not use the link up. */
export default async function SetUpPage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, locale, t, login] = await Promise.all([
    params,
    getLocale(),
    getTranslations("setup.make"),
    getTranslations("login"),
  ]);
  if (!(await isSetupLinkGood(services(), token)))
    return (
      <Frame title={t("title")}>
        <Problem>{t("over")}</Problem>
        <LinkButton href="/login" variant="primary" size="lg" block>
          {login("signIn")}
        </LinkButton>
      </Frame>
    );
  const countries = countriesIn(locale);
  return (
    <Frame title={t("title")} description={t("lead")}>
      <SetUpForm
        token={token}
        countries={countries}
        guess={acceptedRegion((await headers()).get("accept-language"))}
        timeZones={timeZoneNames()}
        words={{
          country: t("country"),
          chooseCountry: t("chooseCountry"),
          countryHelp: t("countryHelp"),
          zoneOfCountry: t("zoneOfCountry"),
          company: t("company"),
          timeZone: t("timeZone"),
          timeZoneHelp: t("timeZoneHelp"),
          name: t("name"),
          email: login("email"),
          password: login("password"),
          rule: login("reset.rule"),
          showPassword: login("showPassword"),
          submit: t("submit"),
        }}
      />
    </Frame>
  );
}
