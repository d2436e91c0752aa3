"use client";

import { useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";

/** Mails a link to set a password. */
export function SendInvitation({ id, label }: { id: string; label: string }) {
  const t = useTranslations("people.invitation");
  const { invitations } = useTRPCClient();
  const { send, isPending, error } = useCall(invitations.send.mutate, {
    done: () => t("done"),
    refreshes: true,
  });
  return (
    <div className="flex flex-col items-start gap-2.5">
      <Button pending={isPending} onClick={() => void send({ id })}>
        {label}
      </Button>
      {error ? <ErrorPanel error={error} /> : null}
    </div>
  );
}
