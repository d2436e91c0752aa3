"use client";

import { useState } from "react";
import { Badge } from "@/app/_ui/badge";
import { Button } from "@/app/_ui/button";
import { Card } from "@/app/_ui/card";
import { DataTable } from "@/app/_ui/data-table";
import { RelativeTime } from "@/app/_ui/relative-time";
import {
  type SecretAction,
  SecretDialog,
} from "@/app/(web)/dashboard/settings/oauth-clients/[clientId]/secret-dialog";
import type { ClientView } from "@/server/oauth/clients/present-client";

/** Live secrets, at most two, and how to move a server from one to the next without an outage. */
export function Secrets({ client }: { client: ClientView }) {
  const [action, setAction] = useState<SecretAction | null>(null);
  const hasTwo = client.secrets.length > 1;
  return (
    <Card
      title="Secrets"
      titleId="client-secrets"
      description="Up to two work at the same time: rotate, move your server over, then end the old one."
    >
      <DataTable
        caption="Client secrets"
        rows={client.secrets.map((secret, place) => ({ ...secret, isNewest: place === 0 }))}
        rowKey={({ createdAt, lastFour }) => `${createdAt.toISOString()} ${lastFour}`}
        columns={[
          {
            label: "Secret",
            header: true,
            cell: ({ lastFour }) => <code className="font-mono text-[0.8125rem]">…{lastFour}</code>,
          },
          { label: "Created", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          {
            label: "Status",
            cell: ({ isNewest }) =>
              isNewest ? <Badge tone="success">Live</Badge> : <Badge tone="warning">Old, still live</Badge>,
          },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAction("rotate")}>Rotate secret…</Button>
        {hasTwo ? <Button onClick={() => setAction("end-old")}>End old secret…</Button> : null}
        <Button variant="ghost" onClick={() => setAction("replace")}>
          A secret leaked…
        </Button>
      </div>
      <SecretDialog client={client} action={action} onClose={() => setAction(null)} />
    </Card>
  );
}
