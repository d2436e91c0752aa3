import type { sendDecisions } from "@/app/(app)/dashboard/(team)/approvals/decisions/send-decisions";

type Send = typeof sendDecisions;
let loaded: Send | undefined;

/** Must load before the first decision is held: an unloading page has no time for it. */
export async function loadSender(): Promise<void> {
  const module = await import("@/app/(app)/dashboard/(team)/approvals/decisions/send-decisions");
  loaded = module.sendDecisions;
}

export const hasSender = (): boolean => loaded !== undefined;

export const send: Send = (batch) => {
  if (!loaded) throw new Error("nothing was held yet");
  return loaded(batch);
};
