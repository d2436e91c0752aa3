"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Note } from "@/app/_kit/ui/note";
import { calls } from "@/app/_trpc/client";
import { declineOffer, isOfferDue, obstacleOf } from "@/app/(app)/dashboard/_shell/push-device";
import { type State, TurnOn } from "@/app/(app)/dashboard/(settings)/settings/mail/devices";

/** The installation's key, where this browser can have notifications, has none, and its user was not asked before. */
async function findOfferedKey(): Promise<string | null> {
  if (!isOfferDue() || obstacleOf() !== null) return null;
  const { publicKey, devices } = await calls.devices.list.query();
  return devices.some(({ isCurrent }) => isCurrent) ? null : publicKey;
}

/**
 * Offers notifications once a request or a decision was sent from this browser, until they are switched on here or the offer is declined.
 * Others load nothing for it.
 */
export function PushOffer() {
  const t = useTranslations("devices.offer");
  const [publicKey, setPublicKey] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void findOfferedKey()
      .catch(() => null)
      .then((key) => isGone || setPublicKey(key));
    return () => {
      isGone = true;
    };
  }, []);
  if (publicKey === null) return null;
  const end = () => {
    declineOffer();
    setPublicKey(null);
  };
  const setState = (state: State) => (state === "off" ? undefined : end());
  return (
    <Note title={t("title")}>
      <p>{t("text")}</p>
      <div className="mt-3 flex flex-wrap items-start gap-2">
        <TurnOn isReady setState={setState} onDone={end} publicKey={publicKey} />
        <Button variant="ghost" onClick={end}>
          {t("notNow")}
        </Button>
      </div>
    </Note>
  );
}
