import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { caller } from "@/app/_trpc/server";
import { CodeBlock } from "@/app/_ui/code-block";
import { Note } from "@/app/_ui/note";
import { PageHeader } from "@/app/_ui/page-header";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { backoffSnippet } from "@/app/(web)/dashboard/open-api/usage/backoff-snippet";
import { BurstChart, LatencyChart, RequestsChart } from "@/app/(web)/dashboard/open-api/usage/charts";
import { QuotaBanner } from "@/app/(web)/dashboard/open-api/usage/quota-banner";
import { Quotas } from "@/app/(web)/dashboard/open-api/usage/quotas";
import { UsageFilter } from "@/app/(web)/dashboard/open-api/usage/usage-filter";
import { loadUsageParams } from "@/app/(web)/dashboard/open-api/usage/usage-params";
import { paths } from "@/app/(web)/dashboard/paths";
import { counted } from "@/app/(web)/dashboard/words";
import { services } from "@/server/kernel/process";
import { UsageOf } from "@/server/modules/request-log/schema";
import { requireActor } from "@/server/signin/session";

export const metadata: Metadata = { title: "Usage – Open API" };

const monthsShown = 12;

/** The last months, this one first, as `YYYY-MM`. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

export default async function UsagePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { actor } = await requireActor();
  const params = await loadUsageParams(searchParams);
  const months = lastMonths(services().clock());
  const month = months.find((one) => one === params.month) ?? months[0] ?? "";
  const key = params.key && UsageOf.safeParse({ key: params.key }).success ? params.key : undefined;
  const [usage, quotas, callers] = await Promise.all([
    load(caller().requestLog.usage({ month, key })),
    load(caller().requestLog.quotas()),
    load(caller().requestLog.callers()),
  ]);
  const shownQuotas = quotas.data?.filter(({ id }) => !key || id === key) ?? [];
  return (
    <>
      <PageHeader
        title="Usage"
        breadcrumb={[{ label: "Open API", href: paths.openApi }]}
        description={
          actor.role === "ADMIN"
            ? "Requests of the workspace’s keys and apps. Days and months are counted in UTC."
            : "Requests of your keys. Days and months are counted in UTC."
        }
      />
      <div className="flex flex-col gap-5">
        <QuotaBanner quotas={shownQuotas} />
        <UsageFilter months={months} callers={callers.data ?? []} />
        {quotas.error ? <LoadError error={quotas.error} /> : null}
        {month === months[0] ? <Quotas quotas={shownQuotas} /> : null}
        {usage.error ? <LoadError error={usage.error} /> : null}
        {usage.data ? (
          <>
            {usage.data.droppedCount > 0 ? (
              <Note tone="warning" label="Incomplete">
                {counted(usage.data.droppedCount, "request")} of this month could not be logged and are
                missing from these charts. Quotas count them.
              </Note>
            ) : null}
            <RequestsChart usage={usage.data} apiKey={key} />
            <div className="grid gap-5 xl:grid-cols-2">
              <BurstChart usage={usage.data} />
              <LatencyChart usage={usage.data} />
            </div>
          </>
        ) : null}
        <section aria-labelledby="limits" className="flex max-w-3xl flex-col gap-2">
          <h2 id="limits" className="font-semibold">
            When a call is refused for its rate
          </h2>
          <p className="text-muted">
            Each key may send 50 requests at once and 10 a second after that. A refused request was not run
            and uses no quota. There is no Retry-After header: wait a little longer after every try, with some
            chance in it.
          </p>
          <CodeBlock label="Backoff with jitter" code={backoffSnippet} />
        </section>
      </div>
    </>
  );
}
