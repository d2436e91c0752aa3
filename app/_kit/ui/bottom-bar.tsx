"use client";

import { Ellipsis, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { cn } from "@/app/_kit/ui/class-names";
import { currentItem } from "@/app/_kit/ui/current-item";
import { Modal } from "@/app/_kit/ui/modal";
import { type NavItem, NavLinks, usePlace } from "@/app/_kit/ui/nav-links";
import { PageLink } from "@/app/_kit/ui/page-link";

/** Of each place in the bar. */
const placeStyles = cn(
  "-outline-offset-2 flex min-h-14 min-w-0 flex-col items-center gap-0.5 rounded-none px-0.5 pt-2 pb-1 font-medium text-muted text-xs",
  "aria-[current=page]:text-accent-text forced-colors:aria-[current=page]:underline [&_svg]:size-5",
);

/** The last item of the bottom bar: opens the main navigation in a dialog from the side. */
function MobileNavigation({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations("shell");
  const id = useId();
  const [open, setOpen] = useState(false);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes it
  useEffect(() => setOpen(false), [path]);
  const openedAt = useOpenedAt(open, path);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={cn(placeStyles, "w-full")}
      >
        <Ellipsis aria-hidden />
        <span className="leading-tight">{t("more")}</span>
      </button>
      {open ? (
        <Modal
          aria-labelledby={id}
          onClose={close}
          // After a navigation focus belongs to the new page's heading, not to the button that opened this.
          finalFocus={() => (openedAt === path ? null : document.querySelector<HTMLElement>("#content h1"))}
          className="me-auto h-dvh max-h-none w-72 max-w-[85vw] flex-col gap-3 overflow-y-auto bg-raised p-3 text-fg shadow-overlay outline-none open:flex starting:-translate-x-full starting:scale-100 starting:opacity-100 rtl:starting:translate-x-full forced-colors:border-e"
        >
          <div className="flex items-center justify-between gap-2 ps-2.5">
            <h2 id={id} className="font-semibold text-base">
              {t("navigation")}
            </h2>
            <Button variant="ghost" size="icon" aria-label={t("closeNavigation")} onClick={close}>
              <X aria-hidden />
            </Button>
          </div>
          <nav aria-label={t("main")}>
            <NavLinks items={items} look="list" />
          </nav>
        </Modal>
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

export type QuickItem = NavItem & { icon: ReactNode };

/** Below 768 px: the most used pages, and the way to everything else. */
export function BottomBar({
  items,
  navigation,
}: {
  items: readonly QuickItem[];
  navigation: readonly NavItem[];
}) {
  const t = useTranslations("shell");
  const current = currentItem(items, usePlace());
  return (
    <nav
      aria-label={t("main")}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map((item) => (
          <li key={item.href} className="min-w-0">
            <PageLink
              href={item.href}
              aria-current={item === current ? "page" : undefined}
              className={cn("relative", placeStyles)}
            >
              {item.icon}
              <span className="max-w-full text-center leading-tight wrap-break-word">{item.label}</span>
              {item.count ? (
                <span className="absolute start-1/2 top-1 ms-1.5 whitespace-nowrap">{item.count}</span>
              ) : null}
            </PageLink>
          </li>
        ))}
        <li className="min-w-0">
          <MobileNavigation items={navigation} />
        </li>
      </ul>
    </nav>
  );
}
