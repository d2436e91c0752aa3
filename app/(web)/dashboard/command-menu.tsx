"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { CommandMenuButton } from "@/app/_ui/command-menu-button";
import type { CommandMenuProps } from "@/app/(web)/dashboard/commands/use-commands";
import { useShortcuts } from "@/app/(web)/dashboard/shortcuts";

// What most visits never open need not be part of every page.
const CommandMenuDialog = dynamic(() =>
  import("@/app/(web)/dashboard/command-menu-dialog").then(({ CommandMenuDialog: Menu }) => Menu),
);
const ShortcutList = dynamic(() =>
  import("@/app/(web)/dashboard/shortcut-list").then(({ ShortcutList: List }) => List),
);

/** The header's button, and the dialogs that it and the keys open. */
export function CommandMenu(props: CommandMenuProps) {
  const { menuOpen, setMenuOpen, listOpen } = useShortcuts();
  const wasOpen = useStaysTrue(menuOpen);
  const wasListed = useStaysTrue(listOpen);
  return (
    <>
      <CommandMenuButton onClick={() => setMenuOpen(true)} />
      {wasOpen ? <CommandMenuDialog {...props} /> : null}
      {wasListed ? <ShortcutList /> : null}
    </>
  );
}

/** True from the first time on, so that a dialog can fade when it closes. */
function useStaysTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was;
}
