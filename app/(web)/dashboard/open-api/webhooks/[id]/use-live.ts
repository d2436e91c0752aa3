"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { deliveryQuery } from "@/app/(web)/dashboard/open-api/webhooks/[id]/delivery-filter";
import type { DeliveryView } from "@/app/(web)/dashboard/open-api/webhooks/webhook-views";

const askedEveryMs = 2_000;
const mostNew = 100;

/**
 * While `on`, asks for the newest deliveries again and again. Rows on the page change in place; new ones are only counted, so that
 * nothing jumps.
 */
export function useLive(
  query: ReturnType<typeof deliveryQuery>,
  shown: readonly DeliveryView[],
  on: boolean,
): { rows: readonly DeliveryView[]; newCount: number; hasMore: boolean } {
  const { data } = useQuery(
    useTRPC().webhooks.deliveries.queryOptions(
      { ...query, limit: mostNew },
      { enabled: on, refetchInterval: askedEveryMs, staleTime: 0, gcTime: 0 },
    ),
  );
  if (!on || !data) return { rows: shown, newCount: 0, hasMore: false };
  const latest = new Map(data.items.map((delivery) => [delivery.id, delivery]));
  // Ids grow with time.
  const newest = shown[0]?.id ?? "";
  const newCount = data.items.filter(({ id }) => id > newest).length;
  return { rows: shown.map((row) => latest.get(row.id) ?? row), newCount, hasMore: newCount === mostNew };
}
