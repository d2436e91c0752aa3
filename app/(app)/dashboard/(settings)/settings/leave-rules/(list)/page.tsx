import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { leaveRules as rulesPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Handbook } from "@/app/(app)/dashboard/(settings)/settings/leave-rules/(list)/handbook";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

export const generateMetadata = metadataOf(rulesPage);
export default routeOf(rulesPage, RulesPage);

/** The leave rules as a handbook: everyone reads the ones that concern them. */
async function RulesPage() {
  await requireActor();
  const [t, rules, targets] = await Promise.all([
    getTranslations("rules"),
    load(caller().leaveRules.list()),
    load(caller().leaveRules.targets()),
  ]);
  const writes = Boolean(targets.data);
  const create = writes ? <CreateLink href={paths.newLeaveRule}>{t("create")}</CreateLink> : undefined;
  const isEmpty = rules.data?.length === 0;
  const error = rules.error ?? targets.error;
  return (
    <>
      <RecordHeader of={rulesPage} actions={rules.data && !isEmpty ? create : undefined} />
      {error ? <LoadError error={error} /> : null}
      {isEmpty ? (
        <EmptyState title={t(writes ? "none" : "noneUser")} actions={create}>
          {t(writes ? "noneText" : "noneUserText")}
        </EmptyState>
      ) : null}
      {rules.data && targets.data !== undefined && !isEmpty ? (
        <Handbook rules={rules.data} targets={targets.data} />
      ) : null}
    </>
  );
}
