import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { createLoader, createSerializer, parseAsBoolean, parseAsStringLiteral } from "nuqs/server";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { PageHeader } from "@/app/_ui/page-header";
import { Tabs } from "@/app/_ui/tabs";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { ErrorsTable } from "@/app/(web)/dashboard/open-api/errors/errors-table";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted } from "@/app/(web)/dashboard/words";
import { type ErrorSpan, errorSpans } from "@/server/modules/request-log/schema";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Errors – Open API" };

const parsers = {
  range: parseAsStringLiteral(errorSpans).withDefault("7d"),
  new: parseAsBoolean.withDefault(false),
};
const loadParams = createLoader(parsers);
const hrefOf = createSerializer(parsers);

const labels: Record<ErrorSpan, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

export default async function ErrorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireActor();
  const params = await loadParams(searchParams);
  const { range, new: onlyNew } = params;
  const { data, error } = await load(caller().requestLog.errors({ span: range }));
  const groups = data?.filter(({ isNew }) => !onlyNew || isNew) ?? [];
  const newCount = data?.filter(({ isNew }) => isNew).length ?? 0;
  return (
    <>
      <PageHeader
        title="Errors"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description="Refused and failed requests, grouped by code and endpoint, with what to do about them."
        actions={
          // Of 30 days all that is kept would be new.
          range === "30d" || (newCount === 0 && !onlyNew) ? undefined : (
            <LinkButton href={hrefOf(paths.errors, { ...params, new: onlyNew ? null : true })}>
              {onlyNew ? "Show all errors" : `Only new (${newCount})`}
            </LinkButton>
          )
        }
      />
      <Tabs
        label="Time"
        tabs={errorSpans.map((span) => ({
          label: labels[span],
          href: hrefOf(paths.errors, { range: span, new: onlyNew && span !== "30d" }),
          current: span === range,
        }))}
      />
      {error ? <LoadError error={error} /> : null}
      {data && groups.length === 0 ? (
        onlyNew && data.length > 0 ? (
          <EmptyState
            title="No new errors"
            actions={
              <LinkButton href={hrefOf(paths.errors, { ...params, new: null })}>Show all errors</LinkButton>
            }
          >
            {counted(data.length, "group")} of errors in the {labels[range].toLowerCase()} were seen before.
          </EmptyState>
        ) : (
          <EmptyState title={`No errors in the ${labels[range].toLowerCase()}`}>
            Refused and failed requests appear here within a second. They are kept for 30 days.
          </EmptyState>
        )
      ) : null}
      {groups.length > 0 ? <ErrorsTable groups={groups} range={range} /> : null}
    </>
  );
}
