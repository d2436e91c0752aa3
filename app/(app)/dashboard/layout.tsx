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
import { comingPages, leavePages, openApiPages, settingsPages } from "@/app/(app)/dashboard/_shell/pages";
import { signOut } from "@/app/(app)/dashboard/_shell/sign-out";
import { decides, leads } from "@/app/(app)/dashboard/_shell/visitor";
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

type Props = { children: ReactNode /** "Request leave" in a sheet over the page. */; sheet: ReactNode };

export default async function DashboardLayout({ children, sheet }: Props) {
  const visitor = await requireActor();
  const { user, sessionId } = visitor;
  const [{ singleKeyShortcuts }, waiting, t, words] = await Promise.all([
    currentPreferences(),
    decides(visitor) ? countWaiting() : null,
    getTranslations("shell.pages"),
    getTranslations(),
  ]);
  const today = { label: t("today"), href: paths.home, exact: true };
  const wallchart = { label: t("wallchart"), href: paths.wallchart };
  const approvals = { label: t("approvals"), href: paths.approvals, count: <WaitingCount /> };
  const leaves = { label: t("leaves"), href: paths.leaves };
  const navigation = [
    today,
    wallchart,
    ...(decides(visitor) ? [approvals] : []),
    ...(leads(visitor) ? [{ label: t("people"), href: paths.people }] : []),
    { label: t("openApi"), href: paths.openApi },
    { label: t("settings"), href: paths.settings },
  ];
  // The header reaches the user's own leave through Today. The phone's list has space for the link.
  const everywhere = navigation.flatMap((item) => (item.href === paths.openApi ? [leaves, item] : [item]));
  const quick = [
    { ...today, icon: <House aria-hidden /> },
    { ...wallchart, label: t("wallchartShort"), icon: <CalendarRange aria-hidden /> },
    { label: t("requestShort"), href: paths.request, icon: <CirclePlus aria-hidden /> },
    decides(visitor)
      ? { ...approvals, icon: <ClipboardCheck aria-hidden /> }
      : { ...leaves, icon: <CalendarDays aria-hidden /> },
  ];
  const named = (pages: ReturnType<typeof leavePages>) =>
    pages.map(({ name, href }) => ({ label: t(name), href }));
  // It is already the first of the actions.
  const pages = named([...leavePages(visitor), ...settingsPages(visitor)]).filter(
    ({ href }) => href !== paths.request,
  );
  return (
    <AreaMessages areas={["shell"]}>
      <SessionProvider session={sessionId} person={user.id}>
        <CopyOnceProvider>
          <Shortcuts enabled={singleKeyShortcuts}>
            <WaitingProvider first={waiting}>
              <Shell
                productName={PRODUCT}
                homeHref={paths.home}
                navigation={navigation}
                quick={quick}
                everywhere={everywhere}
                commandMenu={
                  <CommandMenu
                    pages={pages}
                    developerPages={named(openApiPages(visitor))}
                    isDeveloper={visitor.actor.role === "ADMIN"}
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
