"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { Menu as MenuIcon, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/app/_ui/button";
import { cn } from "@/app/_ui/class-names";
import { type NavItem, NavLinks } from "@/app/_ui/nav-links";
import { backdropStyles } from "@/app/_ui/overlay-styles";

/** Below 768 px: the main navigation in a dialog from the side. */
export function MobileNavigation({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes it
  useEffect(() => setOpen(false), [path]);
  const openedAt = useOpenedAt(open, path);
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        render={
          <Button variant="ghost" size="icon" aria-label={t("openNavigation")} className="-ms-2 md:hidden" />
        }
      >
        <MenuIcon aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className={cn(backdropStyles, "z-40")} />
        <Base.Popup
          // After a navigation focus belongs to the new page's heading, not to the button that opened this.
          finalFocus={() => (openedAt === path ? true : document.querySelector<HTMLElement>("#content h1"))}
          className="fixed inset-y-0 start-0 z-40 flex w-72 max-w-[85vw] flex-col gap-3 overflow-y-auto bg-raised p-3 shadow-overlay outline-none transition-[translate] duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full forced-colors:border-e"
        >
          <div className="flex items-center justify-between gap-2 ps-2.5">
            <Base.Title className="font-semibold text-base">{t("navigation")}</Base.Title>
            <Base.Close render={<Button variant="ghost" size="icon" aria-label={t("closeNavigation")} />}>
              <X aria-hidden />
            </Base.Close>
          </div>
          <nav aria-label={t("main")}>
            <NavLinks items={items} look="list" />
          </nav>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The path at which the dialog was last opened. */
function useOpenedAt(open: boolean, path: string): string {
  const [at, setAt] = useState(path);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setAt(path);
  }
  return at;
}
