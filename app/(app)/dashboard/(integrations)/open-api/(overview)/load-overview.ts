import "server-only";
import { caller } from "@/app/_trpc/server";

export type LoadedKeys = Awaited<ReturnType<typeof loadKeys>>;
export type LoadedWebhooks = Awaited<ReturnType<typeof loadWebhooks>>;

/** The user's own keys: how many, and those that a card or the list of what needs attention names, at most 100 of each. */
export async function loadKeys() {
  const { counts, page } = caller().apiKeys;
  const [count, newest, busiest, expiring, unused] = await Promise.all([
    counts(),
    page({ status: "active", limit: 1 }),
    page({ status: "active", sort: "-month" }),
    page({ status: "expiring" }),
    page({ status: "unused" }),
  ]);
  return {
    counts: count,
    /** The newest active one. */
    newest: newest.items[0],
    /** Active ones, the nearest to their quota first. */
    busiest: busiest.items,
    expiring: expiring.items,
    unused: unused.items,
  };
}

/** The webhooks: how many, and at most 100 paused ones. */
export async function loadWebhooks() {
  const { counts, page } = caller().webhooks;
  const [count, paused] = await Promise.all([counts(), page({ status: "paused" })]);
  return { counts: count, paused: paused.items };
}
