"use client";

import { Ellipsis } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import type { NavItem } from "@/app/_kit/ui/nav-links";
import { placeStyles } from "@/app/_kit/ui/place-styles";
import { useLoaded } from "@/app/_kit/ui/use-loaded";

const loadPopup = () => import("@/app/_kit/ui/mobile-navigation-popup");

/** The last item of the bottom bar: opens the main navigation in a dialog from the side. */
export function MobileNavigation({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes it
  useEffect(() => setOpen(false), [path]);
  const openedAt = useOpenedAt(open, path);
  const button = useRef<HTMLButtonElement>(null);
  const parts = useLoaded(loadPopup, open, () => setOpen(false));
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={cn(placeStyles, "w-full")}
      >
        <Ellipsis aria-hidden />
        {t("more")}
      </button>
      {parts ? (
        <parts.MobileNavigationPopup
          items={items}
          open={open}
          onOpenChange={setOpen}
          // After a navigation focus belongs to the new page's heading, not to the button that opened this.
          finalFocus={() =>
            openedAt === path ? button.current : document.querySelector<HTMLElement>("#content h1")
          }
        />
      ) : null}
    </>
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
