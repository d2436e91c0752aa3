"use client";

import { CommandMenuButton } from "@/app/_ui/command-menu-button";
import { useLoaded } from "@/app/_ui/use-loaded";
import type { CommandMenuProps } from "@/app/(web)/dashboard/commands/use-commands";
import { useShortcuts } from "@/app/(web)/dashboard/shortcuts";

const loadMenu = () => import("@/app/(web)/dashboard/command-menu-dialog");
const loadList = () => import("@/app/(web)/dashboard/shortcut-list");

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
