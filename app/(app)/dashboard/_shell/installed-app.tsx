"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { calls, useSession } from "@/app/_trpc/client";
import {
  findSubscription,
  keepSession,
  keptSession,
  unsubscribe,
} from "@/app/(app)/dashboard/_shell/push-device";
import { paths } from "@/app/paths";

/** Registers the service worker where the app is installed: in a browser's tab every page would only wait for its start. */
function useOfflinePage() {
  useEffect(() => {
    if (!window.matchMedia("(display-mode: standalone)").matches) return;
    void navigator.serviceWorker?.register("/sw.js", { scope: paths.home }).catch(() => undefined);
  }, []);
}

/** After a sign-in: the same person's notifications continue, another person's end (decision 18.42). */
async function resumePush(session: string): Promise<void> {
  const kept = keptSession();
  if (kept === null || kept === session) return;
  const subscription = await findSubscription();
  const isOn =
    subscription !== null && (await calls.devices.resume.mutate({ endpoint: subscription.endpoint })).isOn;
  if (isOn) keepSession(session);
  else await unsubscribe();
}

function useResumedPush() {
  const session = useSession();
  useEffect(() => {
    // Tried again on the next page.
    void resumePush(session).catch(() => undefined);
  }, [session]);
}

/** Opens the page of a notification that was clicked (public/push.js). */
function useClickedPush() {
  const router = useRouter();
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      const path = data?.open;
      if (typeof path !== "string" || !path.startsWith(`${paths.home}/`)) return;
      if (path === window.location.pathname) router.refresh();
      // Asks first where something is not saved.
      else window.location.assign(path);
    };
    navigator.serviceWorker?.addEventListener("message", open);
    navigator.serviceWorker?.startMessages();
    return () => navigator.serviceWorker?.removeEventListener("message", open);
  }, [router]);
}

/** What the browser's service workers need of every page. */
export function InstalledApp() {
  useOfflinePage();
  useResumedPush();
  useClickedPush();
  return null;
}
