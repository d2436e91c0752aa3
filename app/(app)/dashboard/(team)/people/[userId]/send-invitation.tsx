"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { shownError } from "@/app/_kit/page/shown-error";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSending } from "@/app/_trpc/use-sending";

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
