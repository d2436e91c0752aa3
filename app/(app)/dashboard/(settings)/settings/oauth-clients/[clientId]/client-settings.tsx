"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { ClientForm } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form";
import type { ClientFormOutput } from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/client-form-values";
import type { ClientView } from "@/server/oauth/clients/present-client";
import { isOauthScope } from "@/server/oauth/scopes";

/** The editable settings of a client. Removing a permission takes effect with the client's next token. */
export function ClientSettings({ client }: { client: ClientView }) {
  const t = useTranslations("clients");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const save = async (values: ClientFormOutput) => {
    await calls.oauthClients.update.mutate({ clientId: client.clientId, ...values });
    toast.success(t("settings.saved"));
    router.refresh();
  };
  return (
    <Card title={t("settings.title")} titleId="client-settings">
      <ClientForm
        start={{
          name: client.name,
          redirectUris: client.redirectUris.join("\n"),
          scopes: client.scopes.filter(isOauthScope),
        }}
        save={save}
        leaveTitle={t("settings.leave")}
        buttons={(pending) => (
          <div>
            <Button type="submit" pending={pending}>
              {t("settings.save")}
            </Button>
          </div>
        )}
      />
    </Card>
  );
}
