import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { acceptedLanguage } from "@/app/_i18n/accepted-language";
import { TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { fallbackLanguage } from "@/app/_i18n/languages";
import { isTimeZone, timeZoneNames } from "@/app/_i18n/time-zone";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { PageHeader } from "@/app/_ui/page-header";
import { ThemeRadioGroup } from "@/app/_ui/theme-choice";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { KeyboardSettings } from "@/app/(web)/dashboard/settings/(profile)/keyboard-settings";
import { LocaleForm } from "@/app/(web)/dashboard/settings/(profile)/locale-form";
import { Sessions } from "@/app/(web)/dashboard/settings/(profile)/sessions";
import { currentPreferences, requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("title") };
}

export default async function SettingsPage() {
  const t = await getTranslations("settings");
  const [{ user, workspace, actor }, preferences, browser, sessions] = await Promise.all([
    requireActor(),
    currentPreferences(),
    browserLocale(),
    load(caller().sessions.list()),
  ]);
  return (
    <>
      <PageHeader title={t("title")} />
      <div className="flex max-w-3xl flex-col gap-5">
        <Card title={t("profile.title")} titleId="profile" description={t("profile.text")}>
          <dl className="flex flex-col gap-2">
            <Fact term={t("profile.name")}>{user.name}</Fact>
            <Fact term={t("profile.email")}>{user.email}</Fact>
            <Fact term={t("profile.workspace")}>{workspace.name}</Fact>
            <Fact term={t("profile.role")}>{t(`profile.roles.${actor.role}`)}</Fact>
          </dl>
        </Card>
        <Card title={t("appearance.title")} titleId="appearance" description={t("appearance.text")}>
          <ThemeRadioGroup />
        </Card>
        <Card title={t("locale.title")} titleId="locale" description={t("locale.text")}>
          <LocaleForm
            language={preferences.language}
            timeZone={preferences.timeZone}
            browser={browser}
            timeZones={timeZoneNames([preferences.timeZone])}
          />
        </Card>
        <Card title={t("keyboard.title")} titleId="keyboard" description={t("keyboard.text")}>
          <KeyboardSettings />
        </Card>
        {sessions.error ? <LoadError error={sessions.error} /> : <Sessions sessions={sessions.data} />}
      </div>
    </>
  );
}

/** What is used where nothing is set. */
async function browserLocale() {
  const kept = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  return {
    language: acceptedLanguage((await headers()).get("accept-language")) ?? fallbackLanguage,
    timeZone: isTimeZone(kept) ? kept : "UTC",
  };
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
