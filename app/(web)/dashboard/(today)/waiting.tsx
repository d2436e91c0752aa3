import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { TextLink } from "@/app/_ui/text-link";
import { RequestList } from "@/app/(web)/dashboard/approvals/request-list";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";

/** So many fit before one's own leave. */
const most = 3;

/** What the signed-in person has to decide, the nearest deadline first; nothing where nothing waits. */
export async function Waiting() {
  const [t, requests, total] = await Promise.all([
    getTranslations("approvals"),
    load(caller().approvals.toDecide({})),
    load(caller().approvals.count()),
  ]);
  if (requests.error) return <LoadError error={requests.error} />;
  const { items } = requests.data;
  if (items.length === 0) return null;
  const count = Math.max(total.data?.count ?? 0, items.length);
  return (
    <Card
      title={t("waiting", { count })}
      titleId="waiting"
      actions={
        <TextLink href={paths.approvals} className="inline-flex min-h-6 items-center">
          {t("all")}
        </TextLink>
      }
    >
      <RequestList requests={items.slice(0, most)} />
    </Card>
  );
}
