import { getTranslations } from "next-intl/server";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { WaitingCardLater } from "@/app/(app)/dashboard/(team)/approvals/waiting-card-later";
import { paths } from "@/app/paths";

/** Maximum requests shown above the user's own leave. */
const most = 3;
/** Extra requests loaded to replace decided ones. */
const ahead = 7;

/** Starts before the page knows the current date. */
export const readWaiting = () =>
  Promise.all([load(caller().approvals.toDecide({ limit: most + ahead })), load(caller().approvals.count())]);

type Props = { waiting: ReturnType<typeof readWaiting> };

/** The signed-in user's pending decisions, nearest deadline first. Renders nothing without any. */
export async function Waiting({ waiting }: Props) {
  const [t, [requests, total]] = await Promise.all([getTranslations("approvals"), waiting]);
  if (requests.error) return <LoadError error={requests.error} />;
  const { items } = requests.data;
  const creditCount = total.data?.creditCount ?? 0;
  return (
    <AreaMessages areas={["approvals", "leaves"]}>
      {creditCount > 0 ? (
        <Card title={t("credits.title")} titleId="credits-waiting">
          <TextLink href={paths.approvals}>{t("credits.waiting", { count: creditCount })}</TextLink>
        </Card>
      ) : null}
      <WaitingCardLater
        requests={items}
        count={Math.max((total.data?.count ?? 0) - creditCount, items.length)}
        isMore={total.data?.isMore ?? false}
        most={most}
        actions={
          <TextLink href={paths.approvals} className="inline-flex min-h-6 items-center">
            {t("all")}
          </TextLink>
        }
      />
    </AreaMessages>
  );
}
