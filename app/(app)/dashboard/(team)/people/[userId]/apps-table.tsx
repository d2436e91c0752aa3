"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { DataTable } from "@/app/_kit/ui/data-table";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import type { AppRouter } from "@/server/api/trpc";

type App = inferRouterOutputs<AppRouter>["appsOfPeople"]["list"][number];
type Props = { apps: readonly App[]; userId: string; owner: string };

/** A person's connected apps. */
export function AppsTable({ apps, userId, owner }: Props) {
  const t = useTranslations("people.access");
  return (
    <DataTable
      caption={t("apps")}
      captionShown
      columnsFrom={40}
      columns={[
        { label: t("columns.app"), header: true, cell: ({ name }) => <bdi>{name}</bdi> },
        {
          label: t("columns.connected"),
          cell: ({ firstConnectedAt }) => <RelativeTime at={firstConnectedAt} />,
        },
        {
          label: t("columns.lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t("never")),
        },
        {
          label: t("columns.end"),
          actions: true,
          cell: ({ clientId, name }) => <EndApp {...{ clientId, name, userId, owner }} />,
        },
      ]}
      rows={apps}
      rowKey={({ clientId }) => clientId}
    />
  );
}

type EndProps = { clientId: string; name: string; userId: string; owner: string };

function EndApp({ clientId, name, userId, owner }: EndProps) {
  const t = useTranslations("people.access.endApp");
  const calls = useTRPCClient();
  return (
    <ConfirmButton
      button={{ size: "sm", variant: "secondary", "aria-label": t("of", { name }) }}
      title={t("title", { name })}
      confirmLabel={t("submit")}
      cancelLabel={t("keep")}
      act={async () => {
        await calls.appsOfPeople.revoke.mutate({ userId, clientId });
        return { message: t("done", { name }) };
      }}
    >
      {t("text", { name, owner })}
    </ConfirmButton>
  );
}
