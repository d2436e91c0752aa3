"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { asked } from "@/app/_kit/list/evidence";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { useTRPCClient } from "@/app/_trpc/client";
import { useTRPC } from "@/app/_trpc/queries";
import { UsageEvidence } from "@/app/(app)/dashboard/(integrations)/open-api/usage-evidence";

type Props = { id: string; name: string; open: boolean; onClose: () => void };

/** Revokes a key: shows its current usage and asks for its name. */
export function RevokeKeyDialog({ id, name, open, onClose }: Props) {
  const t = useTranslations("keys");
  const calls = useTRPCClient();
  const [pauseWebhooks, setPauseWebhooks] = useState(false);
  return (
    <ConfirmAction
      open={open}
      onClose={() => {
        setPauseWebhooks(false);
        onClose();
      }}
      title={t("revoke.title", { name })}
      confirmLabel={t("revoke.submit")}
      cancelLabel={t("revoke.keep")}
      typedName={name}
      act={async () => {
        await calls.apiKeys.revoke.mutate({ id, pauseWebhooks });
        return { message: t("revoke.done", { name }), note: t("revoke.doneNote") };
      }}
    >
      <p>{t("revoke.text")}</p>
      <Evidence id={id} />
      <Checkbox
        className="mt-3 text-fg"
        label={t("revoke.webhooks")}
        description={t("revoke.webhooksNote")}
        checked={pauseWebhooks}
        onChange={({ target }) => setPauseWebhooks(target.checked)}
      />
    </ConfirmAction>
  );
}

function Evidence({ id }: { id: string }) {
  return <UsageEvidence query={useQuery(useTRPC().apiKeys.get.queryOptions({ id }, asked))} />;
}
