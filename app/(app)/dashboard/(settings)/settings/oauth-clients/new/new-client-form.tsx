"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { useTRPCClient } from "@/app/_trpc/client";
import { ClientForm } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form";
import type { ClientFormOutput } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form-values";
import { useShowSecret } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/use-show-secret";
import { paths } from "@/app/paths";

/** "Create OAuth client". */
export function NewClientForm() {
  const t = useTranslations("clients");
  const router = useRouter();
  // Bypasses the query cache on purpose: the response contains the secret.
  const client = useTRPCClient();
  const showSecret = useShowSecret();
  const [done, setDone] = useState(false);
  const save = async (values: ClientFormOutput) => {
    const made = await client.oauthClients.create.mutate(values);
    setDone(true);
    showSecret(made);
    // Not push: Back should lead to the list, not to an empty form.
    router.replace(paths.oauthClient(made.client.clientId));
  };
  return (
    <Card className="max-w-2xl">
      <ClientForm
        start={{ name: "", redirectUris: "", scopes: ["openid"] }}
        save={save}
        leaveTitle={t("form.leave")}
        buttons={(pending) => (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={pending || done}>
              {t("create")}
            </Button>
            <LinkButton href={paths.oauthClients} variant="ghost">
              {t("cancel")}
            </LinkButton>
          </div>
        )}
      />
    </Card>
  );
}
