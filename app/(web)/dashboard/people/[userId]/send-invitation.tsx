"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSending } from "@/app/_trpc/use-sending";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** Mails a link to set a password. */
export function SendInvitation({ id, label }: { id: string; label: string }) {
  const t = useTranslations("people.invitation");
  const router = useRouter();
  const toast = useToast();
  const { invitations } = useTRPCClient();
  const { run, isPending, error } = useSending(() => invitations.send.mutate({ id }));
  const send = async () => {
    await run();
    toast.success(t("done"));
    router.refresh();
  };
  return (
    <div className="flex flex-col items-start gap-2.5">
      <Button pending={isPending} onClick={() => void send().catch(() => undefined)}>
        {label}
      </Button>
      {error ? <ErrorPanel error={shownError(error)} /> : null}
    </div>
  );
}
