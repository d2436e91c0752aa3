"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { PagedColumn, PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Popover } from "@/app/_kit/ui/popover";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { KeyActions } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-actions";
import { KeyStatus, LastUsed } from "@/app/(app)/dashboard/(integrations)/open-api/keys/key-facts";
import { QuotaMeter } from "@/app/(app)/dashboard/(integrations)/open-api/keys/quota-meter";
import { scopeWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import {
  choices,
  type KeysQuery,
  readKeysQuery,
} from "@/app/(app)/dashboard/(integrations)/open-api/list-queries";
import { NothingMatches } from "@/app/(app)/dashboard/(integrations)/open-api/nothing-matches";
import { paths } from "@/app/paths";
import type { Scope } from "@/server/access/scopes";
import type { AppRouter } from "@/server/api/trpc";

const shown = 2;

/** The first two scopes in plain words; a button opens the rest. */
function ScopeList({ name, scopes }: { name: string; scopes: readonly Scope[] }) {
  const t = useTranslations("keys");
  const more = scopes.length - shown;
  return (
    <span className="inline-flex flex-col items-start">
      <span>
        {scopes
          .slice(0, shown)
          .map((scope) => scopeWords(t, scope).label)
          .join(", ")}
      </span>
      {more > 0 ? (
        <Popover
          title={t("scopeList.of", { name })}
          className="w-88"
          trigger={
            <button
              type="button"
              className="min-h-6 rounded-sm text-muted text-xs underline decoration-line underline-offset-3 hover:text-fg"
            >
              {t("scopeList.more", { count: more })}
            </button>
          }
        >
          <ul
            aria-label={t("scopeList.of", { name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
            tabIndex={0}
            className="-mx-1 flex max-h-80 flex-col gap-1 overflow-y-auto rounded-sm px-1"
          >
            {scopes.map((scope) => (
              <li key={scope} className="flex flex-wrap items-baseline justify-between gap-x-3">
                {scopeWords(t, scope).label}
                <code className="font-mono text-muted text-xs">{scope}</code>
              </li>
            ))}
          </ul>
        </Popover>
      ) : null}
    </span>
  );
}

type KeyListed = inferRouterOutputs<AppRouter>["apiKeys"]["page"]["items"][number];
export type FirstKeys = PagedListRecord<KeyListed, KeysQuery>["first"];

/** The table "API keys" with its filters, which are in the URL. */
export function KeysTable({ first }: { first: FirstKeys }) {
  const t = useTranslations("keys");
  const { apiKeys } = useTRPCClient();
  return (
    <PagedList
      caption={t("title")}
      columnsFrom={63}
      columns={useColumns(first.asked.owner === "workspace")}
      rowKey={({ id }) => id}
      search={{ label: t("list.filter") }}
      choices={[
        {
          name: "status",
          label: t("list.status"),
          options: choices.keyStatus.map((value) => ({ value, label: t(`filters.${value}`) })),
        },
      ]}
      read={readKeysQuery}
      first={first}
      ask={(query) => apiKeys.page.query(query)}
      shown={(count) => t("list.shown", { count })}
      nothing={(wanted, count) => <NothingMatches of="keys" count={count} wanted={wanted} />}
    />
  );
}

function useColumns(workspace: boolean): PagedColumn<KeyListed>[] {
  const t = useTranslations("keys");
  const owner: PagedColumn<KeyListed> = {
    label: t("columns.owner"),
    cell: ({ ownerName }) => <span className="columns:whitespace-nowrap">{ownerName}</span>,
  };
  const masked: PagedColumn<KeyListed> = {
    label: t("columns.key"),
    cell: (view) => <code className="whitespace-nowrap font-mono text-muted text-xs">{view.masked}</code>,
  };
  return [
    {
      label: t("columns.name"),
      header: true,
      sort: { name: "name" },
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
      sort: { name: "used", largestFirst: true },
      cell: (view) => <LastUsed view={view} />,
    },
    {
      label: t("columns.month"),
      sort: { name: "month", largestFirst: true },
      cell: (view) => (
        <div className="w-full min-w-24 max-w-40">
          <QuotaMeter label={t("monthOf", { name: view.name })} view={view} inline />
        </div>
      ),
    },
    {
      label: t("columns.created"),
      sort: { name: "created", largestFirst: true },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      label: t("columns.actions"),
      actions: true,
      cell: (view) => <KeyActions view={view} isOwn={view.isOwn} />,
    },
  ];
}
