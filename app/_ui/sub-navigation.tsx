import type { ReactNode } from "react";
import { type NavItem, NavLinks } from "@/app/_ui/nav-links";
import { ScrollCurrentIntoView } from "@/app/_ui/scroll-current-into-view";
import { Skeleton, SkeletonRows } from "@/app/_ui/skeleton";

export type SubNavigationProps = { label: string; items: readonly NavItem[]; children: ReactNode };

/** A section's own navigation beside its pages; below 768 px a bar that scrolls sideways. */
export function SubNavigation({ label, items, children }: SubNavigationProps) {
  return (
    <div className="md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <nav
        aria-label={label}
        className="-mx-4 -mt-6 mb-5 border-line border-b bg-surface md:m-0 md:border-0 md:bg-transparent"
      >
        <ScrollCurrentIntoView className="overflow-x-auto overscroll-x-contain px-4 [scrollbar-width:none] md:sticky md:top-19 md:overflow-visible md:px-0">
          <NavLinks items={items} look="side" />
        </ScrollCurrentIntoView>
      </nav>
      <div className="min-w-0">
        <div className="peer">{children}</div>
        <NoPageYet />
      </div>
    </div>
  );
}

/**
 * In place of a page of which nothing is shown: a link that is followed while the page is still being fetched ahead leaves nothing for a
 * while (https://github.com/vercel/next.js/issues/98684).
 */
function NoPageYet() {
  return (
    <div aria-hidden className="hidden animate-appear peer-empty:block">
      <Skeleton className="mb-8 h-6 w-48" />
      <SkeletonRows />
    </div>
  );
}
