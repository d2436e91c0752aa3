import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Account, AccountMenu } from "@/app/_kit/ui/account-menu";
import { BottomBar, type QuickItem } from "@/app/_kit/ui/bottom-bar";
import { Logo } from "@/app/_kit/ui/logo";
import { type NavItem, NavLinks } from "@/app/_kit/ui/nav-links";
import { NavigationBar } from "@/app/_kit/ui/navigation-progress";
import { Note } from "@/app/_kit/ui/note";
import { PageLink } from "@/app/_kit/ui/page-link";
import { SkipLink } from "@/app/_kit/ui/skip-link";

export type ShellProps = {
  children: ReactNode;
  productName: string;
  homeHref: string;
  navigation: readonly NavItem[];
  /** The most used pages, within reach of the thumb: the bar at the bottom of a phone. */
  quick: readonly QuickItem[];
  /** The items of the bar's "More". */
  everywhere: readonly NavItem[];
  account: Account;
  /** The button "Open command menu", if any. */
  commandMenu?: ReactNode;
};

/** Frame of every signed-in page: banner, navigation "Main", and `main` with id "content". */
export function Shell({
  children,
  productName,
  homeHref,
  navigation,
  quick,
  everywhere,
  account,
  commandMenu,
}: ShellProps) {
  const t = useTranslations("shell");
  return (
    <>
      <div data-no-script className="mb-5 hidden">
        {/* Named without an id: the ids of a layout and of its pages are generated separately, and may collide. */}
        <Note label={t("noScript.title")}>
          <p className="font-semibold">{t("noScript.title")}</p>
          {t("noScript.text")}
        </Note>
      </div>
      <div data-shell className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="sticky top-0 z-30 border-line border-b bg-surface">
          <div className="flex h-13 w-full items-center gap-1.5 px-4 md:gap-3 md:px-6 lg:gap-6">
            <PageLink
              href={homeHref}
              className="flex min-h-8 items-center gap-2 rounded-md font-semibold pointer-coarse:min-h-11"
            >
              <Logo />
              {/* Read aloud only in a header of a tablet's width, which has no space for it. */}
              <span className="md:max-lg:sr-only">{productName}</span>
            </PageLink>
            <nav aria-label={t("main")} className="hidden md:block">
              <NavLinks items={navigation} look="bar" />
            </nav>
            <div className="ms-auto flex items-center gap-1.5">
              {commandMenu}
              <AccountMenu {...account} />
            </div>
          </div>
          <NavigationBar />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-7xl flex-1 px-4 pt-6 pb-24 outline-none md:px-6 md:pb-6"
        >
          {children}
        </main>
        <BottomBar items={quick} navigation={everywhere} />
      </div>
    </>
  );
}
