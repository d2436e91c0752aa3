import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { type Loaded, load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Card } from "@/app/_kit/ui/card";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { Attention } from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/attention";
import { GetStarted } from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/get-started";
import {
  type LoadedKeys,
  type LoadedWebhooks,
  loadKeys,
  loadWebhooks,
} from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/load-overview";
import {
  KeysTile,
  QuotaTile,
  RequestsTile,
  WebhooksTile,
} from "@/app/(app)/dashboard/(integrations)/open-api/(overview)/tiles";
import { AddOnOff } from "@/app/(app)/dashboard/(integrations)/open-api/add-on-off";
import { endpointFacts } from "@/app/(app)/dashboard/(integrations)/open-api/endpoint-facts";
import { firstPathOf } from "@/app/(app)/dashboard/(integrations)/open-api/keys/curl-example";
import { gravest, QuotaBanner } from "@/app/(app)/dashboard/(integrations)/open-api/usage/quota-banner";
import { overview as overviewPage } from "@/app/(app)/dashboard/(integrations)/pages";
import { roleScopes } from "@/server/access/scopes";
import type { KeyTerms } from "@/server/modules/integrations/keys/get-terms";
import type { ErrorGroup } from "@/server/modules/integrations/request-log/error-groups";
import type { QuotaView } from "@/server/modules/integrations/request-log/present";
import type { QuotaCounts } from "@/server/modules/integrations/request-log/quotas";
import type { Today } from "@/server/modules/integrations/request-log/usage";

export const generateMetadata = metadataOf(overviewPage);
export default routeOf(overviewPage, OverviewPage);

async function OverviewPage() {
  const t = await getTranslations("overview");
  const [terms, keys, webhooks, today, errors, quotas, counts] = await Promise.all([
    load(caller().apiKeys.terms()),
    load(loadKeys()),
    load(loadWebhooks()),
    load(caller().requestLog.today()),
    load(caller().requestLog.errors({ span: "24h" })),
    load(caller().requestLog.quotas({})),
    load(caller().requestLog.quotaCounts()),
  ]);
  return (
    <>
      <RecordHeader of={overviewPage} />
      {terms.error ? (
        <LoadError error={terms.error} />
      ) : terms.data.addOn !== "active" ? (
        <EmptyState title={t("notActive")}>
          <AddOnOff
            addOn={terms.data.addOn}
            administrators={terms.data.administrators}
            isAdmin={terms.data.role === "ADMIN"}
          />
        </EmptyState>
      ) : keys.error ? (
        <LoadError error={keys.error} />
      ) : (
        <Overview
          terms={terms.data}
          keys={keys.data}
          webhooks={webhooks}
          today={today}
          errors={errors.data ?? []}
          quotas={quotas.data?.items ?? []}
          reached={counts.data?.reached}
        />
      )}
    </>
  );
}

type OverviewProps = {
  terms: KeyTerms;
  keys: LoadedKeys;
  webhooks: Loaded<LoadedWebhooks>;
  today: Loaded<Today>;
  errors: readonly ErrorGroup[];
  quotas: readonly QuotaView[];
  reached: QuotaCounts["reached"] | undefined;
};

function Overview({ terms, keys, webhooks, today, errors, quotas, reached }: OverviewProps) {
  const t = useTranslations("overview");
  const { counts, newest } = keys;
  const webhookCount = webhooks.data?.counts.current ?? 0;
  // An unknown state counts as done: a step must not ask for a webhook that may exist.
  const hasWebhook = webhooks.error !== undefined || webhookCount > 0;
  const started = counts.used > 0 && hasWebhook;
  const isNew = counts.all === 0 && webhookCount === 0;
  const path = firstPathOf(endpointFacts, newest?.scopes ?? [...roleScopes[terms.role]]);
  return (
    <div className="flex flex-col gap-5">
      {isNew ? null : (
        <>
          <QuotaBanner quotas={quotas} reached={reached} />
          <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <KeysTile counts={counts} />
            {webhooks.error ? <LoadError error={webhooks.error} /> : <WebhooksTile {...webhooks.data} />}
            {today.data ? <RequestsTile today={today.data} /> : <LoadError error={today.error} />}
            <QuotaTile {...keys} />
          </div>
          <Attention
            {...keys}
            paused={webhooks.data?.paused ?? []}
            errors={errors}
            toldAbove={new Set(gravest(quotas).map(({ id }) => id))}
          />
        </>
      )}
      {started ? null : (
        <AreaMessages areas={["overview"]}>
          <GetStarted counts={counts} baseUrl={terms.baseUrl} path={path} hasWebhook={hasWebhook} />
        </AreaMessages>
      )}
      {counts.all > 0 ? (
        <Card>
          <div className="max-w-2xl pt-1">
            <CopyField
              label={t("baseUrl.label")}
              value={terms.baseUrl}
              copyLabel={t("baseUrl.copy")}
              help={t("baseUrl.help")}
            />
          </div>
        </Card>
      ) : null}
    </div>
  );
}
