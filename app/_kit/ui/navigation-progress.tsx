"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { useComingPage } from "@/app/_kit/ui/coming-pages";
import { PageHeader } from "@/app/_kit/ui/page-header";
import { useSheetPaths } from "@/app/_kit/ui/page-path";
import { usePathToCome } from "@/app/_kit/ui/pending-navigations";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_kit/ui/skeleton";

/** A thin line along the header's lower edge, from the click on a link until the page is there. */
export function NavigationBar() {
  const t = useTranslations("common");
  if (usePathToCome() === null) return null;
  return (
    <div
      role="progressbar"
      aria-label={t("loadingPage")}
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden bg-accent-soft forced-colors:bg-[Highlight]"
    >
      <div className="h-full w-2/5 animate-travel bg-accent motion-reduce:w-full dark:bg-ring" />
    </div>
  );
}

/** A faster page needs no skeleton before it. */
const skeletonAfterMs = 150;

/** The path of another page that has been pending for so long that this one should give way; null otherwise. */
function usePathToShow(keptBelow: readonly string[]): string | null {
  const path = usePathname();
  const toCome = usePathToCome();
  const isKept = keptBelow.some((below) => [path, toCome].every((one) => one?.startsWith(below)));
  const sheets = useSheetPaths();
  const other = toCome === null || toCome === path || isKept || sheets.includes(toCome) ? null : toCome;
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (other === null) return;
    const timer = setTimeout(() => setSlow(other), skeletonAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [other]);
  return slow === other ? other : null;
}

type Props = {
  children: ReactNode;
  /** Paths whose own layout does the same for the pages below it. */
  keptBelow?: readonly string[];
};

/** A page, replaced by a skeleton while the next one is slow to come. */
export function PageOrSkeleton({ children, keptBelow = [] }: Props) {
  const toCome = usePathToShow(keptBelow);
  const givesWay = toCome !== null;
  return (
    <div className="relative">
      {/* Kept mounted, with typed input and scroll position: the navigation may still be cancelled. */}
      <div
        inert={givesWay}
        className={cn("peer", givesWay && "invisible absolute inset-x-0 h-0 overflow-hidden")}
      >
        {children}
      </div>
      {givesWay ? <PageSkeleton path={toCome} /> : <NoPageYet />}
    </div>
  );
}

/** The header of the page to come, where it is known before the page, and rows. */
function PageSkeleton({ path }: { path: string }) {
  const t = useTranslations("common");
  const header = useComingPage(path);
  return (
    <>
      {header ? <PageHeader {...header} /> : null}
      <SkeletonRegion label={t("loadingPage")} atOnce>
        {header ? <SkeletonRows /> : <PageShape />}
      </SkeletonRegion>
    </>
  );
}

/**
 * Replaces an empty page: a link that is followed while its page is still being prefetched leaves nothing on screen for a while
 * (https://github.com/vercel/next.js/issues/98684).
 */
function NoPageYet() {
  return (
    <div aria-hidden className="hidden animate-appear peer-empty:block">
      <PageShape />
    </div>
  );
}

function PageShape() {
  return (
    <>
      <Skeleton className="mb-8 h-6 w-48" />
      <SkeletonRows />
    </>
  );
}
