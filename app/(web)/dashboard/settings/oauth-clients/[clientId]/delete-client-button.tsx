"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { Button } from "@/app/_ui/button";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { paths } from "@/app/(web)/dashboard/paths";
import { ClientEvidence } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/client-evidence";
import { shownError } from "@/app/(web)/dashboard/shown-error";

/** Ends a client: shows how many people have it connected, and asks for its name. */
export function DeleteClientButton({ clientId, name }: { clientId: string; name: string }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useMutation(useTRPC().oauthClients.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ clientId });
    toast.success(`Client ${name} deleted`, { description: "Everybody who connected it is disconnected." });
    router.replace(paths.oauthClients);
  };
  const close = (next: boolean) => {
    if (!next) remove.reset();
    setOpen(next);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete client
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={close}
        title={`Delete client ${name}?`}
        confirmLabel="Delete client"
        cancelLabel="Keep client"
        typedName={name}
        onConfirm={confirm}
        error={remove.error ? <ErrorPanel error={shownError(remove.error)} /> : null}
      >
        <p>Its secrets stop working, and everybody who connected it is disconnected at once.</p>
        {open ? <ClientEvidence clientId={clientId} /> : null}
      </AlertDialog>
    </>
  );
}
