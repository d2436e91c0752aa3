"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { backdrop } from "@/app/_kit/ui/backdrop";
import { Button } from "@/app/_kit/ui/button";
import { type NavItem, NavLinks } from "@/app/_kit/ui/nav-links";

type Props = {
  items: readonly NavItem[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
};

export function MobileNavigationPopup({ items, open, onOpenChange, finalFocus }: Props) {
  const t = useTranslations("shell");
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop {...backdrop} />
        <Base.Popup
          finalFocus={finalFocus}
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
