"use client";

import { useShortcuts } from "@/app/_kit/page/shortcuts";
import { CommandMenuButton } from "@/app/_kit/ui/command-menu-button";
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
