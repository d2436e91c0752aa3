"use client";

import { useTranslations } from "next-intl";
import type { PagedColumn } from "@/app/_kit/list/list-record";
import { PagedRows } from "@/app/_kit/list/resource-list";
import { Button } from "@/app/_kit/ui/button";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import {
  type AuditAction,
  auditFilters,
  useAuditChoices,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-filters";
import { useAuditRows } from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-rows";
import {
  type AuditWords,
  actionWords,
  resourceTitle,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-words";
import { Changes } from "@/app/(app)/dashboard/(settings)/settings/audit-log/changes";
import { paths } from "@/app/paths";
import type { AuditView } from "@/server/modules/workspace/audit/present";

type WhoProps = Pick<AuditView, "action" | "actor" | "owner" | "key" | "app" | "via" | "standsInFor">;

/** The actor, and the key or app used. */
function Who({ line }: { line: WhoProps }) {
  const { action, actor, owner, key: usedKey, app, via, standsInFor } = line;
  const t = useTranslations("audit");
  if (action === "session.refuse") return <Unproven />;
  return (
    <div className="min-w-0 wrap-anywhere">
      <div>{actor ? (actor.name ?? t("who.gone")) : "Timeaway"}</div>
      {actor ? null : <div className="text-muted text-xs">{t("who.itself")}</div>}
      {standsInFor ? (
        <div className="text-muted text-xs">
          {t("who.standsInFor", { name: standsInFor.name ?? t("who.gone") })}
        </div>
      ) : null}
      {via === "mail" ? <div className="text-muted text-xs">{t("who.byMail")}</div> : null}
      {app ? (
        <div className="text-muted text-xs">{t("who.byApp", { app: app.name ?? t("who.appGone") })}</div>
      ) : null}
      {usedKey ? <WithKey owner={owner} usedKey={usedKey} /> : null}
    </div>
  );
}

/** A failed sign-in: the entry is about the account, not the person who tried. */
function Unproven() {
  const t = useTranslations("audit");
  return (
    <div className="min-w-0 wrap-anywhere">
      <div>{t("who.unproven.name")}</div>
      <div className="text-muted text-xs">{t("who.unproven.text")}</div>
    </div>
  );
}

type KeyProps = { owner: WhoProps["owner"]; usedKey: NonNullable<WhoProps["key"]> };

function WithKey({ owner, usedKey: { id, name } }: KeyProps) {
  const t = useTranslations("audit");
  const key = () =>
    name === null ? (
      t("who.keyGone")
    ) : (
      <TextLink quiet href={paths.key(id)}>
        {name}
      </TextLink>
    );
  return (
    <div className="text-muted text-xs">
      {owner
        ? t.rich("who.byKeyOf", { key, owner: owner.name ?? t("who.gone") })
        : t.rich("who.byKey", { key })}
    </div>
  );
}

const pages: Record<string, (id: string) => string> = {
  api_key: paths.key,
  department: paths.department,
  label: () => paths.labels,
  leave_type: paths.leaveType,
  location: paths.location,
  legacy_key: () => paths.legacyKeys,
  oauth_client: paths.oauthClient,
  user: paths.person,
  webhook: paths.webhook,
};

/** The page of an entry's resource; null if it has none, or was deleted. */
function resourceHref({ action, resourceType, resourceId }: AuditView): string | null {
  if (resourceId === null || action.endsWith(".delete")) return null;
  // Only the workspace's own apps have a page.
  if (action.endsWith(".allow") || action.endsWith(".disallow")) return paths.workspaceApps;
  return pages[resourceType]?.(resourceId) ?? null;
}

/** The resource's name, if the entry contains it. */
function resourceName({ changes }: AuditView): string | null {
  const name = changes?.name?.to ?? changes?.name?.from;
  return typeof name === "string" ? name : null;
}

const columnsOf = (t: AuditWords): PagedColumn<AuditView>[] => [
  { label: t("columns.time"), header: true, cell: ({ at }) => <RelativeTime at={at} show="local" /> },
  { label: t("columns.who"), cell: (line) => <Who line={line} /> },
  { label: t("columns.action"), cell: ({ action }) => actionWords(t, action) },
  { label: t("columns.resource"), cell: (line) => <Resource line={line} /> },
  {
    label: t("columns.changes"),
    cell: ({ changes, placeNames, labelNames, action }) => (
      <Changes {...{ changes, placeNames, labelNames }} line={actionWords(t, action)} />
    ),
  },
  { label: t("columns.requestId"), cell: (line) => <RequestId line={line} /> },
];

type Props = {
  /** The actions in the log. */
  actions: readonly AuditAction[];
  /** The names of the ids in the address that the page was opened with. */
  actorName: string | null;
  keyName: string | null;
};

/** The table "Audit log", newest first, and its filters. */
export function AuditTable({ actions, actorName, keyName }: Props) {
  const t = useTranslations("audit");
  return (
    <PagedRows
      caption={t("title")}
      columnsFrom={60}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      rowClassName="*:align-top"
      paged={useAuditRows()}
      label={t("filter.label")}
      choices={useAuditChoices(actions)}
      filters={auditFilters({ actor: actorName, key: keyName })}
      clear={t("filter.clear")}
      more={useTranslations("common.pager")("older")}
      shown={(count) => t("shown", { count })}
      nothing={({ show }) => (
        <EmptyState
          title={t("noMatch")}
          actions={<Button onClick={() => show()}>{t("filter.clear")}</Button>}
        >
          {t("noMatchText")}
        </EmptyState>
      )}
    />
  );
}

function Resource({ line }: { line: AuditView }) {
  const t = useTranslations("audit");
  const href = resourceHref(line);
  const name = resourceName(line);
  const title = resourceTitle(t, line.resourceType);
  const words = name ? t("named", { resource: title, name }) : title;
  return (
    <div className="min-w-0">
      <div className="wrap-anywhere">
        {href ? (
          <TextLink quiet href={href}>
            {words}
          </TextLink>
        ) : (
          words
        )}
      </div>
      {line.resourceId ? (
        <code className="font-mono text-muted text-xs wrap-anywhere">{line.resourceId}</code>
      ) : null}
    </div>
  );
}

/** Calls of keys and apps are in the request log, too. */
function RequestId({ line: { requestId, key, app } }: { line: AuditView }) {
  const t = useTranslations("audit");
  if (requestId === null) return <span className="text-muted">–</span>;
  const id = <code className="font-mono text-xs wrap-anywhere">{requestId}</code>;
  return (
    <div className="flex min-w-0 items-start gap-1">
      <span className="min-w-0">
        {key || app ? (
          <TextLink quiet href={paths.log(requestId)}>
            {id}
          </TextLink>
        ) : (
          id
        )}
      </span>
      <CopyButton iconOnly value={requestId} label={t("copyRequestId", { id: requestId })} />
    </div>
  );
}
