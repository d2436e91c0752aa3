"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import { useHandOverFocus } from "@/app/(web)/dashboard/use-hand-over-focus";
import type { IntegrationPlatform } from "@/drizzle/schema/values";

type Props = { platform: IntegrationPlatform; usedBy: number | null };

/** "Disconnect Slack?", with how many notifications lose a destination. */
export function Disconnect({ platform, usedBy }: Props) {
  const t = useTranslations("integrations");
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const place = useHandOverFocus<HTMLSpanElement>();
  const remove = useMutation(useTRPC().integrations.disconnect.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ platform });
    toast.success(t(`platforms.${platform}.gone`));
    router.refresh();
  };
  const close = (open: boolean) => {
    if (!open) remove.reset();
    setOpen(open);
  };
  const name = t(`platforms.${platform}.disconnect`);
  return (
    <span ref={place}>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={close}
        title={t(`platforms.${platform}.disconnectTitle`)}
        confirmLabel={name}
        cancelLabel={t("keep")}
        onConfirm={confirm}
        error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
      >
        <p>{t("disconnectText")}</p>
        {usedBy ? <p className="mt-2 font-medium text-fg">{t("disconnectUsed", { count: usedBy })}</p> : null}
      </AlertDialog>
    </span>
  );
}
