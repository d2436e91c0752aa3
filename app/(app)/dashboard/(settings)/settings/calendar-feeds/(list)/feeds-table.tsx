"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { VisuallyHidden } from "@/app/_kit/ui/visually-hidden";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowAddress } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/use-show-address";
import type { AppRouter } from "@/server/api/trpc";

// Order matters: Exchange and some others name browsers, too.
const programs = [
  { name: "Google Calendar", mark: /\bGoogle-Calendar-Importer\b/i },
  { name: "Outlook", mark: /\b(?:Outlook|Microsoft[ .]Exchange|Microsoft Office)\b/i },
  { name: "Thunderbird", mark: /\bThunderbird\//i },
  { name: "ICSx⁵", mark: /\bICSx5\//i },
  { name: "Apple Calendar", mark: /\b(?:CalendarAgent|dataaccessd)\b|^(?:iOS|macOS|Mac OS X)\//i },
  { name: "Evolution", mark: /\bEvolution\//i },
  { name: "Nextcloud", mark: /\bNextcloud\b/i },
] as const;

const maxCharacters = 40;

/** The client that fetched a feed, by its User-Agent: the name of a known calendar program, else the truncated header. */
export function programOf(userAgent: string): string {
  const known = programs.find(({ mark }) => mark.test(userAgent));
  if (known) return known.name;
  const characters = Array.from(userAgent.trim());
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters).join("")}…`
    : characters.join("");
}

/** "New address" and "End". Both end the current address, so both ask first. */
function FeedActions({ id, name }: { id: string; name: string }) {
  const t = useTranslations("feeds");
  const calls = useTRPCClient();
  const showAddress = useShowAddress();
  const wordsOf = (action: "rotate" | "end") => ({
    label: (
      <>
        <span aria-hidden>{t(`${action}.button`)}</span>
        <VisuallyHidden>{t(`${action}.of`, { name })}</VisuallyHidden>
      </>
    ),
    button: { variant: "secondary", size: "sm" } as const,
    title: t(`${action}.title`),
    confirmLabel: t(`${action}.confirm`),
    cancelLabel: t(`${action}.keep`),
    children: <p>{t(`${action}.text`, { name })}</p>,
  });
  return (
    <span className="flex flex-wrap gap-2">
      <ConfirmButton
        {...wordsOf("rotate")}
        act={async () => {
          showAddress(await calls.calendarFeeds.rotate.mutate({ id }));
          return undefined;
        }}
      />
      <ConfirmButton
        {...wordsOf("end")}
        act={async () => {
          await calls.calendarFeeds.end.mutate({ id });
          return { message: t("end.done") };
        }}
      />
    </span>
  );
}

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
