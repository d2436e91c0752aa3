"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { cn } from "@/app/_ui/class-names";
import { useSheetPaths } from "@/app/_ui/page-path";
import { Skeleton, SkeletonRegion, SkeletonRows } from "@/app/_ui/skeleton";

/** Navigations that are under way, by what began them, with the path that they lead to. Links report here from wherever they are. */
const underWay = new Map<symbol, string>();
const listeners = new Set<() => void>();

/** @returns to call when it is over */
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

/** The path that is being navigated to, the newest first; null at rest. */
const usePathToCome = () =>
  useSyncExternalStore(
    subscribe,
    () => [...underWay.values()].at(-1) ?? null,
    () => null,
  );

/** A thin line along the header's lower edge from the click on a link to the page. */
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

/** A quicker page needs no skeleton before it. */
const skeletonAfterMs = 150;

/** Whether another page has been waited for so long that this one should give way. */
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

/** A page, and a skeleton in its place when another one is slow to come. */
export function PageOrSkeleton({ children, keptBelow = [] }: Props) {
  const givesWay = useGivesWay(keptBelow);
  return (
    <div className="relative">
      {/* Kept as it is, with all that was typed and scrolled: the navigation may yet be called off. */}
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
 * In place of a page of which nothing is shown: a link that is followed while the page is still being fetched ahead leaves nothing for a
 * while (https://github.com/vercel/next.js/issues/98684).
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
