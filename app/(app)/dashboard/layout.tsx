import { CalendarDays, CalendarRange, CirclePlus, ClipboardCheck, House } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { Shortcuts } from "@/app/_kit/page/shortcuts";
import { ComingPages } from "@/app/_kit/ui/coming-pages";
import { CopyOnceProvider } from "@/app/_kit/ui/copy-once";
import { SheetPaths } from "@/app/_kit/ui/page-path";
import { Shell } from "@/app/_kit/ui/shell";
import { SessionProvider } from "@/app/_trpc/client";
import { caller } from "@/app/_trpc/server";
import { CommandMenu } from "@/app/(app)/dashboard/_shell/command-menu";
import { InstalledApp } from "@/app/(app)/dashboard/_shell/installed-app";
import { comingPages, leavePages, openApiPages, settingsPages } from "@/app/(app)/dashboard/_shell/pages";
import { AskAgain } from "@/app/(app)/dashboard/_shell/proof/ask-again";
import { signOut } from "@/app/(app)/dashboard/_shell/sign-out";
import { decides, isAdmin, leads, leadsLocation, type Visitor } from "@/app/(app)/dashboard/_shell/visitor";
import { WaitingCount, WaitingProvider } from "@/app/(app)/dashboard/_shell/waiting-count";
import { paths } from "@/app/paths";
import { withTimeout } from "@/server/kernel/time/timeout";
import { currentPreferences, requireActor } from "@/server/signin/session";

const PRODUCT = "Timeaway";

/** The timeout for the count beside the link: no page waits longer. */
const countWithinMs = 250;

/** Counts the visitor's pending requests. The page does not wait for a count that is late: the client asks for it. */
const countWaiting = () =>
  withTimeout(caller().approvals.count(), countWithinMs).catch(() => "late" as const);

/** Whether the Open API is part of the visitor's everyday pages: administrators, and owners of a key. Others find it in the settings. */
const isDeveloper = async (visitor: Visitor): Promise<boolean> =>
  isAdmin(visitor) || (await withTimeout(caller().apiKeys.isOwner(), countWithinMs).catch(() => false));

type Props = { children: ReactNode /** "Request leave" in a sheet over the page. */; sheet: ReactNode };

export default async function DashboardLayout({ children, sheet }: Props) {
  const visitor = await requireActor();
  const { user, sessionId } = visitor;
  const [{ singleKeyShortcuts }, developer, waiting, t, short, words] = await Promise.all([
    currentPreferences(),
    isDeveloper(visitor),
    decides(visitor) ? countWaiting() : null,
    getTranslations("shell.pages"),
    getTranslations("shell.quick"),
    getTranslations(),
  ]);
  const today = { label: t("today"), href: paths.home, exact: true };
  const calendar = { label: t("wallchart"), href: paths.wallchart };
  const leaves = { label: t("leaves"), href: paths.leaves };
  const people = {
    ...{ label: t("people"), href: paths.people },
    ...{ also: [paths.insights, paths.lapses, paths.certificates], ofOthers: [paths.year(), paths.balances] },
  };
  const approvals = { label: t("approvals"), href: paths.approvals, count: <WaitingCount /> };
  const settings = { label: t("settings"), href: paths.settings };
  const openApi = { label: t("openApi"), href: paths.openApi };
  const ofDevelopers = developer ? [openApi] : [];
  const navigation = [
    today,
    calendar,
    { ...leaves, also: [paths.balances] },
    ...(leads(visitor) ? [people] : []),
    ...(decides(visitor) ? [approvals] : []),
    developer ? settings : { ...settings, also: [paths.openApi] },
    ...ofDevelopers,
  ];
  const quick = [
    { ...today, label: short("today"), icon: <House aria-hidden /> },
    { ...calendar, label: short("wallchart"), icon: <CalendarRange aria-hidden /> },
    { label: short("request"), href: paths.request, icon: <CirclePlus aria-hidden /> },
    decides(visitor)
      ? { ...approvals, label: short("approvals"), icon: <ClipboardCheck aria-hidden /> }
      : { ...leaves, label: short("leaves"), icon: <CalendarDays aria-hidden /> },
  ];
  // Exactly what the bar of a phone lacks.
  const more = [
    ...(decides(visitor) ? [leaves] : []),
    { label: t("balances"), href: paths.balances },
    ...(leads(visitor) ? [people] : []),
    ...(leadsLocation(visitor) ? [{ label: t("insights"), href: paths.insights }] : []),
    { label: t("calendarFeeds"), href: paths.calendarFeeds },
    { label: t("standIns"), href: paths.standIns },
    developer ? settings : { ...settings, also: [paths.openApi] },
    ...ofDevelopers,
  ];
  const named = (pages: ReturnType<typeof leavePages>) =>
    pages.map(({ name, href }) => ({ label: t(name), href }));
  // It is already the first of the actions.
  const pages = [
    ...named([...leavePages(visitor), ...settingsPages(visitor)]),
    ...(developer ? [] : [openApi]),
  ].filter(({ href }) => href !== paths.request);
  return (
    <AreaMessages areas={["shell"]}>
      <SessionProvider session={sessionId} person={user.id}>
        <InstalledApp />
        <AskAgain />
        <CopyOnceProvider>
          <Shortcuts enabled={singleKeyShortcuts} forDevelopers={developer}>
            <WaitingProvider first={waiting}>
              <Shell
                productName={PRODUCT}
                homeHref={paths.home}
                navigation={navigation}
                quick={quick}
                everywhere={more}
                commandMenu={
                  <CommandMenu
                    pages={pages}
                    developerPages={named(openApiPages(visitor))}
                    isDeveloper={developer}
                    signOut={signOut}
                  />
                }
                account={{
                  name: user.name,
                  email: user.email,
                  settingsHref: paths.settings,
                  signOutAction: signOut,
                }}
              >
                <SheetPaths paths={[paths.request]}>
                  <ComingPages pages={comingPages(visitor, words)}>{children}</ComingPages>
                </SheetPaths>
              </Shell>
              {sheet}
            </WaitingProvider>
          </Shortcuts>
        </CopyOnceProvider>
      </SessionProvider>
    </AreaMessages>
  );
}
