import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { createLoader, createSerializer, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Tabs } from "@/app/_kit/ui/tabs";
import { caller } from "@/app/_trpc/server";
import { ErrorsTable } from "@/app/(app)/dashboard/(integrations)/open-api/errors/errors-table";
import { NoteVisit } from "@/app/(app)/dashboard/(integrations)/open-api/errors/note-visit";
import { ReferenceLink } from "@/app/(app)/dashboard/(integrations)/open-api/reference-link";
import { errors as errorsPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { paths } from "@/app/paths";
import { catalogue } from "@/server/kernel/errors";
import { type ErrorSpan, errorSpans } from "@/server/modules/integrations/request-log/schema";
import { requireActor } from "@/server/signin/session";

type Props = {
  range: ErrorSpan;
  /** How many groups the filter for new ones hides. */
  seenBefore: number;
  /** Set when the filter shows only errors newer than this. */
  visitedAt: Date | null;
  allHref: string;
};

/** The empty state: no errors at all, or no new ones. */
function NoErrors({ range, seenBefore, visitedAt, allHref }: Props) {
  const t = useTranslations("errors");
  if (seenBefore === 0)
    return (
      <EmptyState title={t(`none.${range}`)} actions={<ReferenceLink page="errors" />}>
        {t("noneText")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={visitedAt ? t("noneSinceVisit") : t("noneNew")}
      actions={<LinkButton href={allHref}>{t("showAll")}</LinkButton>}
    >
      {visitedAt
        ? t.rich("noneSinceVisitText", { at: () => <RelativeTime at={visitedAt} /> })
        : t(`noneNewIn.${range}`, { count: seenBefore })}
    </EmptyState>
  );
}

const entries: Record<string, readonly [number, string, string, string]> = catalogue;

const parsers = {
  range: parseAsStringLiteral(errorSpans).withDefault("7d"),
  /** `span`: first seen in the shown period; `visit`: first seen after the last visit. */
  new: parseAsStringLiteral(["span", "visit"]),
};
const loadParams = createLoader(parsers);
const hrefOf = createSerializer(parsers);

export const generateMetadata = metadataOf(errorsPage);
export default routeOf(errorsPage, ErrorsPage);

async function ErrorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireActor();
  const t = await getTranslations("errors");
  const params = await loadParams(searchParams);
  const { range } = params;
  const [{ data, error }, visit] = await Promise.all([
    load(caller().requestLog.errors({ span: range })),
    load(caller().requestLog.errorsVisit()),
  ]);
  const visitedAt = visit.data?.visitedBefore ?? null;
  const isNewSince = {
    span: ({ isNew }: { isNew: boolean }) => isNew,
    visit: ({ firstSeenAt }: { firstSeenAt: Date }) => visitedAt === null || firstSeenAt > visitedAt,
  };
  const groups = data?.filter((group) => !params.new || isNewSince[params.new](group)) ?? [];
  const countOf = (since: "span" | "visit") => data?.filter(isNewSince[since]).length ?? 0;
  const choices = [
    // Not for 30 days: retention ends there, so every group would be new.
    {
      since: "span",
      offered: range !== "30d" && countOf("span") > 0,
      label: t("onlyNew", { count: countOf("span") }),
    },
    {
      since: "visit",
      offered: visitedAt !== null && countOf("visit") > 0,
      label: t("onlySinceVisit", { count: countOf("visit") }),
    },
  ] as const;
  return (
    <>
      <RecordHeader
        of={errorsPage}
        actions={
          params.new ? (
            <LinkButton href={hrefOf(paths.errors, { ...params, new: null })}>{t("showAll")}</LinkButton>
          ) : (
            choices
              .filter(({ offered }) => offered)
              .map(({ since, label }) => (
                <LinkButton key={since} href={hrefOf(paths.errors, { ...params, new: since })}>
                  {label}
                </LinkButton>
              ))
          )
        }
      />
      <NoteVisit />
      <Tabs
        label={t("time")}
        tabs={errorSpans.map((span) => ({
          label: t(`ranges.${span}`),
          href: hrefOf(paths.errors, {
            range: span,
            new: params.new === "span" && span === "30d" ? null : params.new,
          }),
          current: span === range,
        }))}
      />
      {error ? <LoadError error={error} /> : null}
      {data && groups.length === 0 ? (
        <NoErrors
          range={range}
          seenBefore={params.new ? data.length : 0}
          visitedAt={params.new === "visit" ? visitedAt : null}
          allHref={hrefOf(paths.errors, { ...params, new: null })}
        />
      ) : null}
      {groups.length > 0 ? (
        <ErrorsTable
          groups={groups.map((group) => ({
            ...group,
            name: entries[group.code]?.[1],
            resolution: entries[group.code]?.[3],
          }))}
          range={range}
        />
      ) : null}
    </>
  );
}
