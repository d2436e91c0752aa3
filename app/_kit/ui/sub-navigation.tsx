import type { ReactNode } from "react";
import { type NavItem, NavLinks } from "@/app/_kit/ui/nav-links";
import { PageOrSkeleton } from "@/app/_kit/ui/navigation-progress";
import { ScrollCurrentIntoView } from "@/app/_kit/ui/scroll-current-into-view";

export type SubNavigationProps = {
  label: string;
  items: readonly NavItem[];
  /** Paths with a separate navigation, which stays while their pages change. */
  keptBelow?: readonly string[];
  children: ReactNode;
};

/** A section's own navigation beside its pages; below 768 px a bar that scrolls sideways. */
export function SubNavigation({ label, items, keptBelow, children }: SubNavigationProps) {
  return (
    <div className="md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <nav
        aria-label={label}
        className="-mx-4 -mt-6 mb-5 border-line border-b bg-surface md:m-0 md:border-0 md:bg-transparent"
      >
        <ScrollCurrentIntoView className="overflow-x-auto overscroll-x-contain px-4 [scrollbar-width:none] md:sticky md:top-19 md:overflow-visible md:px-0">
          <Groups items={items} />
        </ScrollCurrentIntoView>
      </nav>
      <div data-page className="min-w-0">
        <PageOrSkeleton keptBelow={keptBelow}>{children}</PageOrSkeleton>
      </div>
    </div>
  );
}

/** Links below the headings of their groups; in the bar each heading stands before its links. */
function Groups({ items }: Pick<SubNavigationProps, "items">) {
  const names = [...new Set(items.map(({ group }) => group))];
  if (names.length < 2) return <NavLinks items={items} look="side" />;
  return (
    <div className="flex w-max items-center gap-4 md:w-auto md:flex-col md:items-stretch">
      {names.map((name, place) => (
        <div key={name} className="flex items-center gap-1.5 md:block">
          <p
            id={`group-${place}`}
            className="whitespace-nowrap font-medium text-muted text-xs md:px-2 md:pb-1"
          >
            {name}
          </p>
          <NavLinks
            items={items.filter(({ group }) => group === name)}
            look="side"
            labelledBy={`group-${place}`}
          />
        </div>
      ))}
    </div>
  );
}
