"use client";

import { useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { useToast } from "@/app/_kit/ui/toast";

/** Texts of the toasts after a change. */
interface Words {
  resumed: string;
  paused: string;
  pausedMore: string;
}

/**
 * Pauses and resumes. Shows the requested state until the page has the server's.
 * @param update sends the change to the server
 */
export function useEnable(
  { enabled, updatedAt }: { enabled: boolean; updatedAt: string },
  update: (enabled: boolean) => Promise<unknown>,
  { resumed, paused, pausedMore }: Words,
) {
  const toast = useToast();
  const { send } = useCall(update, { refreshes: true, errorToast: true });
  const [wish, setWish] = useState<{ of: string; enabled: boolean } | null>(null);
  const isEnabled = wish?.of === updatedAt ? wish.enabled : enabled;

  const change = async (next: boolean): Promise<boolean> => {
    setWish({ of: updatedAt, enabled: next });
    const isDone = await send(next);
    if (!isDone) setWish(null);
    return isDone;
  };
  const resume = async () => {
    if (await change(true)) toast.success(resumed);
  };
  const enable = async (next: boolean) => {
    if (next) return resume();
    if (await change(false)) toast.undo(paused, () => void resume(), { description: pausedMore });
  };
  return { isEnabled, enable };
}
