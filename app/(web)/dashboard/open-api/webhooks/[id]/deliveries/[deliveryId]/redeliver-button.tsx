"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { useRedeliver } from "@/app/(web)/dashboard/open-api/webhooks/[id]/use-redeliver";
import { paths } from "@/app/(web)/dashboard/paths";

type Props = {
  webhookId: string;
  id: string;
  /** Why it is not possible now. */
  refusal: string | null;
  /** Gets the id of the new delivery; without it that one's page is opened. */
  onDone?: (id: string) => void;
};

/** Sends the event again, and opens the new delivery. */
export function RedeliverButton({ webhookId, id, refusal, onDone }: Props) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const { send, pending } = useRedeliver(
    webhookId,
    onDone ?? ((made) => router.push(paths.delivery(webhookId, made))),
  );
  return (
    <>
      <Button
        variant="primary"
        pending={pending}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal ? "redeliver-refusal" : undefined}
        onClick={refusal ? undefined : () => send(id)}
      >
        <RotateCw aria-hidden />
        {t("redeliver.one")}
      </Button>
      {refusal ? (
        <span id="redeliver-refusal" className="order-last basis-full text-muted text-xs">
          {refusal}
        </span>
      ) : null}
    </>
  );
}
