import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { caller } from "@/app/_trpc/server";
import { LastRequests } from "@/app/(app)/dashboard/(integrations)/open-api/keys/[keyId]/last-requests";
import { RequestsChart } from "@/app/(app)/dashboard/(integrations)/open-api/usage/charts";

const shown = 10;

/** A key's last 30 days: its chart and its latest requests. */
export async function KeyActivity({ id }: { id: string }) {
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
