"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { shownError } from "@/app/(web)/dashboard/shown-error";

type Props = {
  clientId: string;
  name: string;
  /** Tells apps of the same name apart. */
  registeredAt: Date | null;
};

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Disconnects an app, after saying what that does. */
export function RevokeAppButton({ clientId, name, registeredAt }: Props) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const revoke = useMutation(useTRPC().connectedApps.revoke.mutationOptions());
  const confirm = async () => {
    await revoke.mutateAsync({ clientId });
    toast.success(`Access for ${name} revoked`, { description: "Its next request is refused." });
    router.refresh();
  };
  const close = (next: boolean) => {
    if (!next) revoke.reset();
    setOpen(next);
  };
  const which = registeredAt ? `${name}, registered ${day.format(registeredAt)}` : name;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} aria-label={`Revoke access for ${which}`}>
        Revoke access
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={close}
        title={`Revoke access for ${name}?`}
        confirmLabel="Revoke access"
        cancelLabel="Keep access"
        onConfirm={confirm}
        error={revoke.error ? <ErrorPanel error={shownError(revoke.error)} /> : null}
      >
        <p>It is signed out on every device at once. It can ask again.</p>
        <p className="mt-2">Otherwise what it holds can stay good for up to 365 days after each sign-in.</p>
      </AlertDialog>
    </>
  );
}
