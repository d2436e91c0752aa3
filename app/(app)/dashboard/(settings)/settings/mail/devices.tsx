"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useCall } from "@/app/_kit/form/use-call";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ListTable } from "@/app/_kit/ui/list-table";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { calls, useSession } from "@/app/_trpc/client";
import {
  findSubscription,
  keepSession,
  obstacleOf,
  subscribe,
  unsubscribe,
} from "@/app/(app)/dashboard/_shell/push-device";
import { BrowserName } from "@/app/(app)/dashboard/(settings)/settings/browser-name";
import type { DeviceItem, DeviceSettings } from "@/server/modules/messaging/push/schema";

export type State = "checking" | "unsupported" | "homeScreen" | "blocked" | "off" | "on";

const readState = async (current: DeviceItem | undefined): Promise<State> =>
  obstacleOf() ?? (current && (await findSubscription()) ? "on" : "off");

/** What the browser allows is known only there. */
function usePushState(current: DeviceItem | undefined) {
  const [state, setState] = useState<State>("checking");
  useEffect(() => {
    let isGone = false;
    void readState(current)
      .catch(() => "unsupported" as const)
      .then((read) => isGone || setState(read));
    return () => {
      isGone = true;
    };
  }, [current]);
  return [state, setState] as const;
}

/** Push notifications in this browser, and the person's devices that have them. */
export function Devices({ publicKey, devices }: DeviceSettings) {
  const t = useTranslations("devices");
  const current = devices.find(({ isCurrent }) => isCurrent);
  const [state, setState] = usePushState(current);
  return (
    <div className="flex flex-col gap-4">
      {publicKey === null ? (
        <p className="text-muted">{t("switchedOff")}</p>
      ) : (
        <ThisDevice state={state} setState={setState} publicKey={publicKey} current={current} />
      )}
      {devices.length > 0 ? <DeviceList devices={devices} /> : null}
    </div>
  );
}

type ThisDeviceProps = {
  state: State;
  setState: (state: State) => void;
  publicKey: string;
  current: DeviceItem | undefined;
};

function ThisDevice({ state, setState, publicKey, current }: ThisDeviceProps) {
  const t = useTranslations("devices");
  if (state === "unsupported" || state === "homeScreen" || state === "blocked")
    return (
      <Note tone={state === "blocked" ? "warning" : "info"} title={t(`${state}.title`)}>
        {t(`${state}.text`)}
      </Note>
    );
  if (state === "on" && current) return <SendTest id={current.id} />;
  return <TurnOn isReady={state === "off"} setState={setState} publicKey={publicKey} />;
}

type TurnOnProps = {
  isReady: boolean;
  setState: (state: State) => void;
  onDone?: () => void;
  publicKey: string;
};

/** Switches notifications on; the browser asks only after the click. */

export function TurnOn({ isReady, setState, onDone, publicKey }: TurnOnProps) {
  const t = useTranslations("devices");
  const router = useRouter();
  const session = useSession();
  const [isUnreachable, setUnreachable] = useState(false);
  const { send, isPending, error } = useCall(
    async () => {
      setUnreachable(false);
      const subscription = await subscribe(publicKey).catch(() => {
        setUnreachable(true);
        return null;
      });
      if (!subscription) {
        setState(obstacleOf() ?? "off");
        return false;
      }
      const { endpoint = "", expirationTime, keys } = subscription.toJSON();
      const { p256dh = "", auth = "" } = keys ?? {};
      await calls.devices.connect.mutate({ endpoint, expirationTime, keys: { p256dh, auth } });
      keepSession(session);
      onDone?.();
      router.refresh();
      return true;
    },
    { done: (isOn) => (isOn ? t("isOn") : undefined) },
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="primary" pending={isPending} disabled={!isReady} onClick={() => void send()}>
        {t("turnOn")}
      </Button>
      {isUnreachable ? <Note tone="warning">{t("unreachable")}</Note> : null}
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}

function SendTest({ id }: { id: string }) {
  const t = useTranslations("devices");
  const { send, isPending, error } = useCall(() => calls.devices.sendTest.mutate({ id }), {
    done: () => t("testSent"),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t("on")}</p>
      <Button pending={isPending} onClick={() => void send()}>
        {t("sendTest")}
      </Button>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}

function DeviceList({ devices }: { devices: readonly DeviceItem[] }) {
  const t = useTranslations("devices");
  const sessions = useTranslations("settings.sessions");
  return (
    <ListTable
      caption={t("list")}
      columnsFrom={40}
      rows={devices}
      rowKey={({ id }) => id}
      columns={[
        {
          label: sessions("browser"),
          header: true,
          cell: ({ userAgent, isCurrent }) => (
            <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
              <BrowserName userAgent={userAgent} />
              {isCurrent ? <Badge tone="accent">{sessions("current")}</Badge> : null}
            </span>
          ),
        },
        { label: t("since"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        { label: t("lastPush"), cell: ({ usedAt }) => (usedAt ? <RelativeTime at={usedAt} /> : t("none")) },
        { label: t("remove"), actions: true, cell: (device) => <Remove {...device} /> },
      ]}
    />
  );
}

function Remove({ id, isCurrent, userAgent }: DeviceItem) {
  const t = useTranslations("devices");
  const { send, isPending } = useCall(
    async () => {
      await calls.devices.delete.mutate({ id });
      if (isCurrent) await unsubscribe().catch(() => undefined);
    },
    { done: () => t("removed"), refreshes: true, errorToast: true },
  );
  return (
    <Button size="sm" pending={isPending} onClick={() => void send()}>
      {t("remove")}
      <VisuallyHidden>
        {" "}
        <BrowserName userAgent={userAgent} />
      </VisuallyHidden>
    </Button>
  );
}
