import { cookies, headers } from "next/headers";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { acceptedLanguage } from "@/app/_i18n/accepted-language";
import { TIME_ZONE_COOKIE } from "@/app/_i18n/cookies";
import { fallbackLanguage } from "@/app/_i18n/languages";
import { isTimeZone, timeZoneNames } from "@/app/_i18n/time-zone";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { TextLink } from "@/app/_kit/ui/text-link";
import { ThemeRadioGroup } from "@/app/_kit/ui/theme-choice";
import { caller } from "@/app/_trpc/server";
import { profile as profilePage } from "@/app/(app)/dashboard/(settings)/pages";
import { KeyboardSettings } from "@/app/(app)/dashboard/(settings)/settings/(profile)/keyboard-settings";
import { LocaleForm } from "@/app/(app)/dashboard/(settings)/settings/(profile)/locale-form";
import { PasswordForm } from "@/app/(app)/dashboard/(settings)/settings/(profile)/password-form";
import { SecondFactors } from "@/app/(app)/dashboard/(settings)/settings/(profile)/second-factors";
import { Sessions } from "@/app/(app)/dashboard/(settings)/settings/(profile)/sessions";
import { paths } from "@/app/paths";
import type { Role } from "@/server/access/roles";
import { services } from "@/server/kernel/process";
import { encodeId } from "@/server/kernel/schema";
import { canUsePassword } from "@/server/modules/workspace/sign-in-policy/find-policy";
import { hasPassword } from "@/server/signin/change-password";
import { currentPreferences, requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(profilePage);
export default routeOf(profilePage, SettingsPage);

async function SettingsPage() {
  const t = await getTranslations("settings");
  const { user, workspace, actor } = await requireActor();
  const [preferences, browser, sessions, factors, terms, withPassword, isPasswordOpen] = await Promise.all([
    currentPreferences(),
    browserLocale(),
    load(caller().sessions.list()),
    load(caller().secondFactors.list()),
    load(caller().apiKeys.terms()),
    hasPassword(services().db, actor),
    canUsePassword(services().db, actor),
  ]);
  return (
    <>
      <RecordHeader of={profilePage} />
      <div className="flex max-w-3xl flex-col gap-5">
        <Card
          title={t("profile.title")}
          titleId="profile"
          description={
            <WhoChanges
              role={actor.role}
              self={encodeId("user", user.id)}
              names={terms.data?.administrators ?? []}
            />
          }
        >
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
        {isPasswordOpen ? (
          <Card
            title={t("password.title")}
            titleId="password"
            description={t(withPassword ? "password.text" : "password.none")}
          >
            {withPassword ? (
              <PasswordForm email={user.email} />
            ) : (
              <LinkButton href="/forgot-password">{t("password.mail")}</LinkButton>
            )}
          </Card>
        ) : (
          <Card title={t("password.title")} titleId="password" description={t("password.directory")} />
        )}
        {factors.error ? <LoadError error={factors.error} /> : <SecondFactors listed={factors.data} />}
        {sessions.error ? <LoadError error={sessions.error} /> : <Sessions sessions={sessions.data} />}
      </div>
    </>
  );
}

const namesShown = 3;

/** Only administrators change names and email addresses, among those of others: the address identifies the account. */
function WhoChanges({ role, self, names }: { role: Role; self: string; names: readonly string[] }) {
  const t = useTranslations("settings.profile");
  const listed = useFormatter().list(names.slice(0, namesShown), "either");
  if (role === "ADMIN")
    return t.rich("textForAdmins", {
      link: (words) => <TextLink href={paths.editPerson(self)}>{words}</TextLink>,
    });
  return names.length > 0 ? t("text", { names: listed }) : t("textNameless");
}

/** The browser's settings, used as defaults. */
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
