"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/queries";
import { changeAfterMs } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/deliveries/[deliveryId]/change-after";
import type { deliveryQuery } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/[id]/delivery-filter";
import type { DeliveryView } from "@/app/(app)/dashboard/(integrations)/open-api/webhooks/webhook-views";

const askedEveryMs = 2_000;
const maxNew = 100;

/** The last attempt, else the creation: the sort order of the list. */
const touchedAt = ({ attemptedAt, createdAt }: DeliveryView): string => attemptedAt ?? createdAt;

/** Keeps pending rows up to date in place. While `on`, polls the log. New deliveries are only counted, so that the rows stay in place. */
export function useLive(
  query: ReturnType<typeof deliveryQuery>,
  shown: readonly DeliveryView[],
  on: boolean,
): { rows: readonly DeliveryView[]; newCount: number; hasMore: boolean } {
  const { deliveries } = useTRPC().webhooks;
  const log = useQuery(
    deliveries.queryOptions(
      { ...query, limit: maxNew },
      { enabled: on, refetchInterval: askedEveryMs, staleTime: 0, gcTime: 0 },
    ),
  );
  const underWay = shown.filter(({ status }) => status === "pending").map(({ id }) => id);
  const { webhookId } = query;
  const followed = useQuery(
    deliveries.queryOptions(
      { webhookId, ids: underWay, limit: maxNew },
      {
        enabled: underWay.length > 0,
        staleTime: 0,
        gcTime: 0,
        refetchInterval: ({ state }) => soonestChange(state.data?.items ?? []) ?? false,
      },
    ),
  );
  const fresh = new Map<string, DeliveryView>();
  const isOn = on && log.data;
  for (const { items } of [isOn ? log.data : null, followed.data].filter((page) => page != null))
    for (const delivery of items) fresh.set(delivery.id, newer(delivery, fresh.get(delivery.id)));
  const rows = shown.map((row) => fresh.get(row.id) ?? row);
  if (!isOn) return { rows, newCount: 0, hasMore: false };
  const known = new Set(shown.map(({ id }) => id));
  const top = shown[0] ? touchedAt(shown[0]) : "";
  const newCount = log.data.items.filter((one) => !known.has(one.id) && touchedAt(one) >= top).length;
  return { rows, newCount, hasMore: newCount === maxNew };
}

/** The two queries return at different times. */
const newer = (one: DeliveryView, other: DeliveryView | undefined): DeliveryView =>
  other && (other.attempts > one.attempts || other.completedAt) ? other : one;

function soonestChange(items: readonly DeliveryView[]): number | null {
  const all = items.map(changeAfterMs).filter((ms) => ms !== null);
  return all.length > 0 ? Math.min(...all) : null;
}
