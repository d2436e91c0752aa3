"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { currentItem, type NavTarget, type Place } from "@/app/_kit/ui/current-item";
import { PageLink } from "@/app/_kit/ui/page-link";

export type NavItem = NavTarget & {
  label: string;
  /** Heading of its part of the navigation. */
  group?: string;
  /** Beside the name: the number of items waiting there. */
  count?: ReactNode;
};

const looks = {
  bar: { list: "flex xl:gap-0.5", link: "px-1.5 xl:px-2.5" },
  side: { list: "flex w-max gap-0.5 py-1.5 md:w-auto md:flex-col md:py-0", link: "px-2.5 md:px-2" },
  list: { list: "flex flex-col gap-0.5", link: "px-2.5 text-base" },
};

/** The address of the current page. */
export const usePlace = (): Place => ({
  path: usePathname(),
  isOfPerson: useSearchParams().has("user"),
});

type Props = {
  items: readonly NavItem[];
  look: keyof typeof looks;
  /** Id of the heading of these links. */
  labelledBy?: string;
};

/** Links of a navigation; the one of the current page has `aria-current`. */
export function NavLinks({ items, look, labelledBy }: Props) {
  const current = currentItem(items, usePlace());
  return (
    <ul aria-labelledby={labelledBy} className={looks[look].list}>
      {items.map((item) => (
        <li key={item.href} className="shrink-0">
          <PageLink
            href={item.href}
            aria-current={item === current ? "page" : undefined}
            className={cn(
              "-outline-offset-2 flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-md font-medium text-muted transition-colors",
              "hover:bg-hover hover:text-fg aria-[current=page]:bg-hover aria-[current=page]:text-fg",
              "forced-colors:aria-[current=page]:underline pointer-coarse:min-h-11",
              looks[look].link,
            )}
          >
            {item.label}
            {/* Hidden in a header of a tablet's width, which has no space for it. */}
            {item.count ? (
              <span className={cn("empty:hidden", look === "bar" && "max-lg:sr-only")}>{item.count}</span>
            ) : null}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
