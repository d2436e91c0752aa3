"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PagedColumn } from "@/app/_kit/list/list-record";
import { PagedRows } from "@/app/_kit/list/resource-list";
import { Avatar } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import {
  type AuditAction,
  auditFilters,
  useAuditChoices,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-filters";
import { useAuditRows } from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-rows";
import {
  type AuditWords,
  actionWords,
} from "@/app/(app)/dashboard/(settings)/settings/audit-log/audit-words";
import { ChangedFields, Changes } from "@/app/(app)/dashboard/(settings)/settings/audit-log/changes";
import { paths } from "@/app/paths";
import type { AuditView } from "@/server/modules/workspace/audit/present";

type WhoProps = Pick<AuditView, "action" | "actor" | "owner" | "key" | "app" | "via" | "standsInFor">;

/** The name of the actor. A failed sign-in is about the account, not the person who tried. */
function nameOfActor(t: AuditWords, { action, actor }: WhoProps): string {
  if (action === "session.refuse") return t("who.unproven.name");
  return actor ? (actor.name ?? t("who.gone")) : "Timeaway";
}

/** For whom, and with which key or app. */
function How({ line }: { line: WhoProps }) {
  const { action, actor, owner, key: usedKey, app, via, standsInFor } = line;
  const t = useTranslations("audit");
  if (action === "session.refuse") return <Small>{t("who.unproven.text")}</Small>;
  return (
    <>
      {actor ? null : <Small>{t("who.itself")}</Small>}
      {standsInFor ? (
        <Small>{t("who.standsInFor", { name: standsInFor.name ?? t("who.gone") })}</Small>
      ) : null}
      {via ? <Small>{t(via === "mail" ? "who.byMail" : "who.byDirectory")}</Small> : null}
      {app ? <Small>{t("who.byApp", { app: app.name ?? t("who.appGone") })}</Small> : null}
      {usedKey ? <WithKey owner={owner} usedKey={usedKey} /> : null}
    </>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <div className="font-normal text-muted text-xs">{children}</div>
);

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
    <Small>
      {owner
        ? t.rich("who.byKeyOf", { key, owner: owner.name ?? t("who.gone") })
        : t.rich("who.byKey", { key })}
    </Small>
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

/** "Jelena Marković changed leave type Paid leave", and below it what was changed, and how. */
function Happened({ line }: { line: AuditView }) {
  const t = useTranslations("audit");
  const locale = useLocale();
  const who = nameOfActor(t, line);
  const action = actionWords(t, line.action);
  const href = resourceHref(line);
  const name = resourceName(line);
  const linked = (words: ReactNode) =>
    href ? (
      <TextLink quiet href={href}>
        {words}
      </TextLink>
    ) : (
      words
    );
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <Avatar name={who} size="sm" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          {t.rich("sentence", {
            who,
            // An English action begins with a verb, a German one with a noun.
            action: locale.startsWith("en") ? action.charAt(0).toLowerCase() + action.slice(1) : action,
            b: (words) => <span className="font-medium">{words}</span>,
            // The link is the name, or what was done where the entry has none.
            a: (words) => (name ? words : linked(words)),
          })}
          {name ? <> {linked(name)}</> : null}
        </p>
        <ChangedFields changes={line.changes} placeNames={line.placeNames} />
        <How line={line} />
      </div>
    </div>
  );
}

const columnsOf = (t: AuditWords): PagedColumn<AuditView>[] => [
  {
    label: t("columns.happened"),
    header: true,
    className: "font-normal cards:font-normal cards:pe-0",
    cell: (line) => <Happened line={line} />,
  },
  {
    label: t("columns.changes"),
    cell: ({ changes, placeNames, labelNames, action }) => (
      <Changes {...{ changes, placeNames, labelNames }} line={actionWords(t, action)} />
    ),
  },
  { label: t("columns.time"), cell: ({ at }) => <RelativeTime at={at} show="local" /> },
  { label: t("columns.ids"), cell: (line) => <Ids line={line} /> },
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

/** The ids of an entry, behind a click: for a search elsewhere. */
function Ids({ line }: { line: AuditView }) {
  const t = useTranslations("audit");
  const { resourceId, requestId, key, app } = line;
  if (resourceId === null && requestId === null) return <span className="text-muted">–</span>;
  const request = <code className="font-mono text-xs wrap-anywhere">{requestId}</code>;
  return (
    <details className="min-w-0">
      <summary className="whitespace-nowrap rounded-sm text-muted">
        {t("columns.ids")}
        <VisuallyHidden> {t("changes.of", { line: actionWords(t, line.action) })}</VisuallyHidden>
      </summary>
      <div className="mt-1 flex min-w-0 flex-col gap-1">
        {resourceId ? <code className="font-mono text-muted text-xs wrap-anywhere">{resourceId}</code> : null}
        {requestId ? (
          <span className="flex min-w-0 items-start gap-1">
            <span className="min-w-0">
              {/* Calls of keys and apps are in the request log, too. */}
              {key || app ? (
                <TextLink quiet href={paths.log(requestId)}>
                  {request}
                </TextLink>
              ) : (
                request
              )}
            </span>
            <CopyButton iconOnly value={requestId} label={t("copyRequestId", { id: requestId })} />
          </span>
        ) : null}
      </div>
    </details>
  );
}
