"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { cn } from "@/app/_kit/ui/class-names";
import { useSheetPaths } from "@/app/_kit/ui/page-path";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_kit/ui/skeleton";

/** Pending navigations by their origin, with their target paths. Links report here from anywhere. */
const underWay = new Map<symbol, string>();
const listeners = new Set<() => void>();

/** @returns a function to call at the end */
export function beginNavigation(path: string): () => void {
  const name = Symbol(path);
  const changed = (change: () => void) => {
    change();
    for (const listener of listeners) listener();
  };
  changed(() => underWay.set(name, path));
  return () => changed(() => underWay.delete(name));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The target path of the newest pending navigation; null at rest. */
const usePathToCome = () =>
  useSyncExternalStore(
    subscribe,
    () => [...underWay.values()].at(-1) ?? null,
    () => null,
  );

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

/** Whether another page has been pending for so long that this one should give way. */
function useGivesWay(keptBelow: readonly string[]): boolean {
  const path = usePathname();
  const toCome = usePathToCome();
  const isKept = keptBelow.some((below) => [path, toCome].every((one) => one?.startsWith(below)));
  const sheets = useSheetPaths();
  const isOther = toCome !== null && toCome !== path && !isKept && !sheets.includes(toCome);
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (!isOther) return;
    const timer = setTimeout(() => setSlow(toCome), skeletonAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [isOther, toCome]);
  return isOther && slow === toCome;
}

type Props = {
  children: ReactNode;
  /** Paths whose own layout does the same for the pages below it. */
  keptBelow?: readonly string[];
};

/** A page, replaced by a skeleton while the next one is slow to come. */
export function PageOrSkeleton({ children, keptBelow = [] }: Props) {
  const givesWay = useGivesWay(keptBelow);
  return (
    <div className="relative">
      {/* Kept mounted, with typed input and scroll position: the navigation may still be cancelled. */}
      <div
        inert={givesWay}
        className={cn("peer", givesWay && "invisible absolute inset-x-0 h-0 overflow-hidden")}
      >
        {children}
      </div>
      {givesWay ? <PageSkeleton /> : <NoPageYet />}
    </div>
  );
}

function PageSkeleton() {
  const t = useTranslations("common");
  return (
    <SkeletonRegion label={t("loadingPage")} atOnce>
      <PageShape />
    </SkeletonRegion>
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
