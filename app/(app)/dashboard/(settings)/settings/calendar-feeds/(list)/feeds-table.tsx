"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { FeedActions } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/(list)/feed-actions";
import { programOf } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/(list)/program-of";
import type { AppRouter } from "@/server/api/trpc";

type Listed = inferRouterOutputs<AppRouter>["calendarFeeds"]["list"];
export type Feed = Listed["items"][number];

/** The table "Calendar feeds": the content of each feed, and the last client that fetched it. */
export function FeedsTable({ items, teamFeedsAllowed }: Listed) {
  const t = useTranslations("feeds");
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(teamFeedsAllowed)}
      rows={items}
      rowKey={({ id }) => id}
    />
  );
}

function useColumns(teamFeedsAllowed: boolean): ListColumn<Feed>[] {
  const t = useTranslations("feeds");
  const nameOf = ({ kind, locationName }: Feed) => t(`names.${kind}`, { location: locationName ?? "" });
  return [
    {
      label: t("columns.feed"),
      header: true,
      cell: (feed) => (
        <span>
          <span className="wrap-anywhere">{nameOf(feed)}</span>
          {feed.kind === "TEAM" && !teamFeedsAllowed ? (
            <span className="block font-normal text-warning-text text-xs">{t("stopped")}</span>
          ) : null}
        </span>
      ),
    },
    {
      label: t("columns.made"),
      cell: ({ createdAt, rotatedAt }) => (
        <span>
          <RelativeTime at={createdAt} />
          {rotatedAt ? (
            <span className="block text-muted text-xs">
              {t.rich("rotated", { at: () => <RelativeTime at={rotatedAt} /> })}
            </span>
          ) : null}
        </span>
      ),
    },
    { label: t("columns.fetched"), cell: (feed) => <LastFetch feed={feed} /> },
    { label: t("columns.actions"), cell: (feed) => <FeedActions id={feed.id} name={nameOf(feed)} /> },
  ];
}

function LastFetch({ feed: { fetchedAt, fetchedBy } }: { feed: Feed }) {
  const t = useTranslations("feeds");
  if (!fetchedAt) return <span className="text-muted">{t("never")}</span>;
  return (
    <span>
      <RelativeTime at={fetchedAt} />
      {fetchedBy ? (
        <span title={fetchedBy} className="block text-muted text-xs wrap-anywhere">
          {t("by", { program: programOf(fetchedBy) })}
        </span>
      ) : null}
    </span>
  );
}
