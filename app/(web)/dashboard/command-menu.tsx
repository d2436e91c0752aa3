"use client";

import { CommandMenuButton } from "@/app/_ui/command-menu-button";
import { useLoaded } from "@/app/_ui/use-loaded";
import type { CommandMenuProps } from "@/app/(web)/dashboard/commands/use-commands";
import { useShortcuts } from "@/app/(web)/dashboard/shortcuts";

const loadMenu = () => import("@/app/(web)/dashboard/command-menu-dialog");
const loadList = () => import("@/app/(web)/dashboard/shortcut-list");

/** The header's button, and the dialogs that it and the keys open. */
export function CommandMenu(props: CommandMenuProps) {
  const { menuOpen, setMenuOpen, listOpen, setListOpen } = useShortcuts();
  // Kept from then on, so that a dialog can fade when it closes.
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
