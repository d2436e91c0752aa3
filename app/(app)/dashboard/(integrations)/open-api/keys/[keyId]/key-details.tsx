import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { caller } from "@/app/_trpc/server";
import { RequestsChart } from "@/app/(app)/dashboard/(integrations)/open-api/usage/charts";
import type { ApiKeyView } from "@/server/modules/integrations/keys/present";
import { KeyUsage } from "./key-usage";
import { LastRequests } from "./last-requests";
import { Succession } from "./succession";

const shown = 10;

/** A key's last 30 days: its chart and its latest requests. */
async function KeyActivity({ id }: { id: string }) {
  const t = await getTranslations("keys.activity");
  const [usage, requests] = await Promise.all([
    load(caller().requestLog.recentUsage({ key: id })),
    load(caller().requestLog.list({ key: id, limit: shown })),
  ]);
  return (
    <AreaMessages areas={["usage"]}>
      {usage.error ? (
        <LoadError error={usage.error} />
      ) : (
        <RequestsChart
          counts={usage.data}
          period={usage.data.days.at(-1)?.day ?? ""}
          title={t("chart")}
          apiKey={id}
        />
      )}
      {requests.error ? (
        usage.error ? null : (
          <LoadError error={requests.error} />
        )
      ) : (
        <LastRequests keyId={id} lines={requests.data.items} />
      )}
    </AreaMessages>
  );
}

/** The tab "Overview": the key's usage, and its replacement. */
export async function KeyDetails({ view }: { view: ApiKeyView }) {
  const t = await getTranslations("keys");
  const succession =
    view.state === "revoked" ? null : await load(caller().apiKeys.succession({ id: view.id }));
  return (
    <div className="flex flex-col gap-5">
      {succession?.error ? <LoadError error={succession.error} /> : null}
      {succession?.data ? <Succession view={view} {...succession.data} /> : null}
      <KeyUsage view={view} />
      <KeyActivity id={view.id} />
      <Card>
        <dl className="grid gap-x-8 gap-y-4 pt-1 sm:grid-cols-3">
          <Fact term={t("detail.owner")}>{view.ownerName}</Fact>
          <Fact term={t("detail.created")}>
            <RelativeTime at={view.createdAt} show="local" />
          </Fact>
          <Fact term={view.state === "expired" ? t("detail.expired") : t("detail.expires")}>
            {view.expiresAt ? <RelativeTime at={view.expiresAt} show="local" /> : t("never")}
          </Fact>
        </dl>
      </Card>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
