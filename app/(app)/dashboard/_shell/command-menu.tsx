"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { Button } from "@/app/_kit/ui/button";
import { Kbd } from "@/app/_kit/ui/kbd";
import { useLoaded } from "@/app/_kit/ui/use-loaded";
import type { CommandMenuProps } from "@/app/(app)/dashboard/_shell/commands/use-commands";

// React loads the error page before it hydrates a page, so the error page is part of the layout's bundle.
/** @public */
export { default as DashboardError } from "@/app/(app)/dashboard/error";

const loadMenu = () => import("@/app/(app)/dashboard/_shell/command-menu-dialog");
const loadList = () => import("@/app/(app)/dashboard/_shell/shortcut-list");

/** The header's button, and the dialogs that the button and the shortcuts open. */
export function CommandMenu(props: CommandMenuProps) {
  const { menuOpen, setMenuOpen, listOpen, setListOpen } = useShortcuts();
  // Stays mounted after the first use, so that the dialog can fade out.
  const menu = useLoaded(loadMenu, menuOpen, () => setMenuOpen(false));
  const list = useLoaded(loadList, listOpen, () => setListOpen(false));
  return (
    <>
      <CommandMenuButton onClick={() => setMenuOpen(true)} />
      {menu ? <menu.CommandMenuDialog {...props} /> : null}
      {list ? <list.ShortcutList /> : null}
    </>
  );
}

const noSubscription = () => () => {};
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The header's button for the command menu; shows its keyboard shortcut. */
function CommandMenuButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("shell");
  const apple = useSyncExternalStore(noSubscription, isApple, () => false);
  return (
    <Button
      aria-label={t("openCommandMenu")}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="text-muted"
    >
      <Search aria-hidden />
      <span aria-hidden className="hidden items-center gap-2 sm:flex md:hidden lg:flex">
        {t("search")}
        <Kbd>{apple ? "⌘K" : t("controlK")}</Kbd>
      </span>
    </Button>
  );
}
