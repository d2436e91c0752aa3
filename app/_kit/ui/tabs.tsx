import type { ReactNode } from "react";
import { PageLink } from "@/app/_kit/ui/page-link";
import { ScrollCurrentIntoView } from "@/app/_kit/ui/scroll-current-into-view";

type Tab = { label: ReactNode; href: string; current: boolean; count?: number };
export type TabsProps = { label: string; tabs: readonly Tab[] };

/** Tabs as links, because their state lives in the address: a `navigation` with `aria-current`. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-5 border-line border-b">
      <ScrollCurrentIntoView className="-mb-px flex gap-5 overflow-x-auto overscroll-x-contain px-0.5 [scrollbar-width:none]">
        {tabs.map((tab) => (
          <PageLink
            key={tab.href}
            href={tab.href}
            scroll={false}
            aria-current={tab.current ? "page" : undefined}
            className="-outline-offset-2 flex min-h-9 shrink-0 items-center gap-1.5 rounded-sm border-transparent border-b-2 forced-colors:border-[Canvas] text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-fg dark:aria-[current=page]:border-ring forced-colors:aria-[current=page]:border-[Highlight] pointer-coarse:min-h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-subtle text-xs tabular-nums">{tab.count}</span>
            )}
          </PageLink>
        ))}
      </ScrollCurrentIntoView>
    </nav>
  );
}
