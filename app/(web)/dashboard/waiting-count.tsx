"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/app/_trpc/client";

/** How many requests wait for the signed-in person, beside "Approvals"; nothing where none does. */
export function WaitingCount() {
  const t = useTranslations("shell");
  // Asked for again by every visit of the window: others ask for leave meanwhile.
  const { data } = useQuery(useTRPC().approvals.count.queryOptions());
  if (!data?.count) return null;
  const shown = data.isMore ? `${data.count}+` : String(data.count);
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent text-xs tabular-nums leading-5">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{t("waiting", { count: shown })}</span>
    </span>
  );
}

/** Counts anew, after something was decided. */
export function useCountAnew(): () => void {
  const cache = useQueryClient();
  const count = useTRPC().approvals.count.queryKey();
  return () => void cache.invalidateQueries({ queryKey: count });
}
