import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { TextLink } from "@/app/_ui/text-link";
import { WaitingCard } from "@/app/(web)/dashboard/approvals/waiting-card";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";

/** So many fit before one's own leave. */
const most = 3;
/** So many more are at hand to take the place of what is decided. */
const ahead = 7;

/** What the signed-in person has to decide, the nearest deadline first; nothing where nothing waits. */
export async function Waiting() {
  const [t, requests, total] = await Promise.all([
    getTranslations("approvals"),
    load(caller().approvals.toDecide({})),
    load(caller().approvals.count()),
  ]);
  if (requests.error) return <LoadError error={requests.error} />;
  const { items } = requests.data;
  return (
    <WaitingCard
      requests={items.slice(0, most + ahead)}
      count={Math.max(total.data?.count ?? 0, items.length)}
      most={most}
      actions={
        <TextLink href={paths.approvals} className="inline-flex min-h-6 items-center">
          {t("all")}
        </TextLink>
      }
    />
  );
}
