"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import {
  type SecretAction,
  SecretDialog,
} from "@/app/(app)/dashboard/(settings)/settings/oauth-clients/[clientId]/secret-dialog";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** The active secrets, at most two, and how to switch a server to the new one without an outage. */
export function Secrets({ client }: { client: ClientView }) {
  const t = useTranslations("clients");
  const [action, setAction] = useState<SecretAction | null>(null);
  const hasTwo = client.secrets.length > 1;
  return (
    <Card title={t("secrets.title")} titleId="client-secrets" description={t("secrets.text")}>
      <DataTable
        caption={t("secrets.caption")}
        rows={client.secrets.map((secret, place) => ({ ...secret, isNewest: place === 0 }))}
        rowKey={({ createdAt, lastFour }) => `${createdAt.toISOString()} ${lastFour}`}
        columns={[
          {
            label: t("secrets.secret"),
            header: true,
            cell: ({ lastFour }) => <code className="font-mono text-[0.8125rem]">…{lastFour}</code>,
          },
          { label: t("secrets.created"), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          {
            label: t("secrets.status"),
            cell: ({ isNewest }) =>
              isNewest ? (
                <Badge tone="success">{t("secrets.live")}</Badge>
              ) : (
                <Badge tone="warning">{t("secrets.old")}</Badge>
              ),
          },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAction("rotate")}>{t("secrets.rotate")}</Button>
        {hasTwo ? <Button onClick={() => setAction("end-old")}>{t("secrets.endOld")}</Button> : null}
        <Button variant="ghost" onClick={() => setAction("replace")}>
          {t("secrets.leaked")}
        </Button>
      </div>
      <SecretDialog client={client} action={action} onClose={() => setAction(null)} />
    </Card>
  );
}
