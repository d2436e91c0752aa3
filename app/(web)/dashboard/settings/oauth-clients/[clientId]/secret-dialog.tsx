"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { AlertDialog } from "@/app/_ui/alert-dialog";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { useToast } from "@/app/_ui/toast";
import { ClientEvidence } from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/client-evidence";
import { useShowSecret } from "@/app/(web)/dashboard/settings/oauth-clients/use-show-secret";
import { shownError } from "@/app/(web)/dashboard/shown-error";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** `replace` ends every earlier secret at once, `rotate` leaves the present one live. */
export type SecretAction = "rotate" | "end-old" | "replace";

const words: Record<SecretAction, { title: (name: string) => string; confirm: string; keep: string }> = {
  rotate: {
    title: (name) => `Rotate the secret of ${name}?`,
    confirm: "Rotate secret",
    keep: "Keep secret",
  },
  "end-old": {
    title: (name) => `End the old secret of ${name}?`,
    confirm: "End old secret",
    keep: "Keep both",
  },
  replace: {
    title: (name) => `Replace every secret of ${name}?`,
    confirm: "Replace secrets now",
    keep: "Keep secrets",
  },
};

type Props = { client: ClientView; action: SecretAction | null; onClose: () => void };

/** Asks before a secret is made or ended, and shows a new one once. */
export function SecretDialog({ client, action, onClose }: Props) {
  const router = useRouter();
  const toast = useToast();
  const showSecret = useShowSecret();
  // Past the query cache on purpose: an answer may hold a secret.
  const calls = useTRPCClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [shown, setShown] = useState<SecretAction>("rotate");
  // The dialog keeps its words while it fades.
  if (action && action !== shown) setShown(action);
  const { clientId, name } = client;
  const { title, confirm, keep } = words[shown];

  const carryOut = async () => {
    setFailure(null);
    try {
      if (shown === "end-old") {
        await calls.oauthClients.dropPreviousSecret.mutate({ clientId });
        toast.success("Old secret ended", { description: "Its next use is refused." });
      } else {
        const keepPrevious = shown === "rotate";
        showSecret(await calls.oauthClients.rotateSecret.mutate({ clientId, keepPrevious }));
      }
      router.refresh();
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  return (
    <AlertDialog
      open={action !== null}
      onOpenChange={(open) => {
        if (open) return;
        setFailure(null);
        onClose();
      }}
      title={title(name)}
      confirmLabel={confirm}
      cancelLabel={keep}
      tone={shown === "rotate" ? "primary" : "danger"}
      typedName={shown === "rotate" ? undefined : name}
      onConfirm={carryOut}
      error={failure ? <ErrorPanel error={shownError(failure)} /> : null}
    >
      <Explanation client={client} action={shown} />
      {action && action !== "rotate" ? <ClientEvidence clientId={clientId} /> : null}
    </AlertDialog>
  );
}

function Explanation({ client: { secrets }, action }: { client: ClientView; action: SecretAction }) {
  const [newest, old] = secrets;
  switch (action) {
    case "rotate":
      return (
        <p>
          You get a new secret. The present one, …{newest?.lastFour}, works beside it until you end it.
          {old ? ` The old one, …${old.lastFour}, ends now: only two can be live.` : null}
        </p>
      );
    case "end-old":
      return (
        <p>Whatever still signs in with …{old?.lastFour} is refused from now on. This cannot be undone.</p>
      );
    case "replace":
      return (
        <p>
          You get a new secret, and every earlier one is refused at once. Until your server has the new one,
          it cannot sign anybody in or refresh.
        </p>
      );
  }
}
