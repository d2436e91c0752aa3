"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { MobileNavigation, placeStyles } from "@/app/_kit/ui/mobile-navigation";
import { currentItem, type NavItem } from "@/app/_kit/ui/nav-links";
import { PageLink } from "@/app/_kit/ui/page-link";

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
  const path = usePathname();
  const current = currentItem(items, path);
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
              <span className="max-w-full truncate">{item.label}</span>
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
