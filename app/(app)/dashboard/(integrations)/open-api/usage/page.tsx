import { getTranslations } from "next-intl/server";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { CodeBlock } from "@/app/_kit/ui/code-block";
import { Note } from "@/app/_kit/ui/note";
import { caller } from "@/app/_trpc/server";
import { usage as usagePage } from "@/app/(app)/dashboard/(integrations)/pages";
import { services } from "@/server/kernel/process";
import { UsageOf } from "@/server/modules/integrations/request-log/schema";
import { requireActor } from "@/server/signin/session";
import { BurstChart, LatencyChart, RequestsChart } from "./charts";
import { QuotaBanner } from "./quota-banner";
import { Quotas } from "./quotas";
import { readQuotasQuery } from "./quotas-query";
import { UsageFilter } from "./usage-filter";
import { loadUsageParams } from "./usage-params";

/** Retry with exponential backoff, to copy into a program. */
const backoffSnippet = `async function call(url, init, tries = 6) {
  for (let n = 0; ; n++) {
    const response = await fetch(url, init);
    if (response.status !== 429 || n === tries) return response;
    const { error } = await response.clone().json();
    if (error.code === "QUOTA_EXCEEDED") return response; // not before next month
    const waitMs = Math.min(30_000, 200 * 2 ** n) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}`;

const monthsShown = 12;

/** The last months, current first, as `YYYY-MM`. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

export const generateMetadata = metadataOf(usagePage);
export default routeOf(usagePage, UsagePage);

async function UsagePage({ searchParams }: { searchParams: Promise<PageSearch> }) {
  const { actor } = await requireActor();
  const [params, search, t] = await Promise.all([
    loadUsageParams(searchParams),
    searchParams,
    getTranslations("usage"),
  ]);
  const asked = readQuotasQuery(addressOf(search));
  const months = lastMonths(services().clock());
  const month = months.find((one) => one === params.month) ?? months[0] ?? "";
  const key = params.key && UsageOf.safeParse({ key: params.key }).success ? params.key : undefined;
  const [usage, quotas, counts, found, chosen] = await Promise.all([
    load(caller().requestLog.usage({ month, key })),
    load(caller().requestLog.quotas({ key })),
    key ? null : load(caller().requestLog.quotaCounts()),
    key || asked.q === "" ? null : load(caller().requestLog.quotas(asked)),
    key ? load(caller().requestLog.caller({ caller: key })) : null,
  ]);
  const shownQuotas = quotas.data?.items ?? [];
  return (
    <>
      <RecordHeader of={usagePage} description={actor.role === "ADMIN" ? t("leadAdmin") : t("lead")} />
      <div className="flex flex-col gap-5">
        <QuotaBanner quotas={shownQuotas} reached={counts?.data?.reached} />
        <UsageFilter months={months} caller={key ? { id: key, name: chosen?.data?.name ?? null } : null} />
        {quotas.error ? <LoadError error={quotas.error} /> : null}
        {quotas.data && month === months[0] ? (
          <Quotas
            quotas={shownQuotas}
            count={counts?.data?.all ?? shownQuotas.length}
            first={{ asked, found: found?.data ?? quotas.data }}
          />
        ) : null}
        {usage.error ? <LoadError error={usage.error} /> : null}
        {usage.data ? (
          <>
            {usage.data.droppedCount > 0 ? (
              <Note tone="warning" label={t("incomplete")}>
                {t("dropped", { count: usage.data.droppedCount })}
              </Note>
            ) : null}
            <RequestsChart counts={usage.data} period={usage.data.month} apiKey={key} />
            <div className="grid gap-5 xl:grid-cols-2">
              <BurstChart usage={usage.data} />
              <LatencyChart usage={usage.data} />
            </div>
          </>
        ) : null}
        <section aria-labelledby="limits" className="flex max-w-3xl flex-col gap-2">
          <h2 id="limits" className="font-semibold">
            {t("limits.title")}
          </h2>
          <p className="text-muted">{t("limits.text")}</p>
          <CodeBlock label={t("limits.sample")} code={backoffSnippet} />
        </section>
      </div>
    </>
  );
}
