"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import type { KeyListed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/(list)/listed-keys";
import { KeyActions } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-actions";
import { KeyStatus } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-status";
import { LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/last-used";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { ScopeList } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-list";
import { NothingMatches } from "@/app/(app)/dashboard/(integrations)/open-api/nothing-matches";
import { paths } from "@/app/paths";

type Props = { keys: readonly KeyListed[]; workspace: boolean };

const statuses = ["current", "active", "unused", "expiring", "expired", "revoked"] as const;
const hasStatus: Record<(typeof statuses)[number], (view: KeyListed) => boolean> = {
  current: ({ state }) => state !== "revoked",
  active: ({ state }) => state === "active",
  unused: ({ isUnused }) => isUnused,
  expiring: ({ isExpiring }) => isExpiring,
  expired: ({ state }) => state === "expired",
  revoked: ({ state }) => state === "revoked",
};

/** The table "API keys" with its filters, which are in the URL. */
export function KeysTable({ keys, workspace }: Props) {
  const t = useTranslations("keys");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={63}
      columns={useColumns(workspace)}
      rows={keys}
      rowKey={({ id }) => id}
      sort="-created"
      search={{
        label: t("list.filter"),
        textOf: ({ name, masked, ownerName, scopes }) => [name, masked, ownerName, ...scopes],
      }}
      choices={[
        {
          name: "status",
          label: t("list.status"),
          options: statuses.map((value) => ({ value, label: t(`filters.${value}`), has: hasStatus[value] })),
        },
      ]}
      shown={(count) => t("list.shown", { count })}
      nothing={(wanted) => <NothingMatches of="keys" count={keys.length} wanted={wanted} />}
    />
  );
}

function useColumns(workspace: boolean): ListColumn<KeyListed>[] {
  const t = useTranslations("keys");
  const locale = useLocale();
  const owner: ListColumn<KeyListed> = {
    label: t("columns.owner"),
    cell: ({ ownerName }) => <span className="columns:whitespace-nowrap">{ownerName}</span>,
  };
  const masked: ListColumn<KeyListed> = {
    label: t("columns.key"),
    cell: (view) => <code className="whitespace-nowrap font-mono text-muted text-xs">{view.masked}</code>,
  };
  return [
    {
      label: t("columns.name"),
      header: true,
      sort: { name: "name", by: (a, b) => a.name.localeCompare(b.name, locale) },
      cell: (view) => (
        <TextLink quiet href={paths.key(view.id)} className="columns:inline-block columns:min-w-32">
          {view.name}
        </TextLink>
      ),
    },
    workspace ? owner : masked,
    { label: t("columns.scopes"), cell: ({ name, scopes }) => <ScopeList name={name} scopes={scopes} /> },
    { label: t("columns.status"), cell: (view) => <KeyStatus view={view} /> },
    {
      label: t("columns.lastUsed"),
      sort: { name: "used", by: (a, b) => timeOf(a.lastUsedAt) - timeOf(b.lastUsedAt), largestFirst: true },
      cell: (view) => <LastUsed view={view} />,
    },
    {
      label: t("columns.month"),
      sort: { name: "month", by: (a, b) => a.requestsThisMonth - b.requestsThisMonth, largestFirst: true },
      cell: (view) => (
        <div className="w-full min-w-24 max-w-40">
          <QuotaMeter label={t("monthOf", { name: view.name })} view={view} inline />
        </div>
      ),
    },
    {
      label: t("columns.created"),
      sort: { name: "created", by: (a, b) => timeOf(a.createdAt) - timeOf(b.createdAt), largestFirst: true },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      label: t("columns.actions"),
      actions: true,
      cell: (view) => <KeyActions view={view} isOwn={view.isOwn} />,
    },
  ];
}

const timeOf = (at: Date | null) => at?.getTime() ?? 0;
