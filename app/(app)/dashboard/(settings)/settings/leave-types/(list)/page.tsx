import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { caller } from "@/app/_trpc/server";
import { leaveTypes as leaveTypesPage } from "@/app/(app)/dashboard/(settings)/pages";
import { Matrix } from "@/app/(app)/dashboard/(settings)/settings/leave-types/(list)/matrix";
import { WhichLocations } from "@/app/(app)/dashboard/(settings)/settings/leave-types/(list)/which-locations";
import { OnlyAdministrators } from "@/app/(app)/dashboard/(settings)/settings/refused";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

/** Maximum location columns beside the names. */
const shownAtOnce = 4;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(leaveTypesPage);
export default routeOf(leaveTypesPage, LeaveTypesPage);

async function LeaveTypesPage({ searchParams }: Props) {
  const [{ actor }, t, search, types, policies, locations] = await Promise.all([
    requireActor(),
    getTranslations("policies"),
    searchParams,
    load(caller().leaveTypes.list()),
    load(caller().leaveTypes.policies()),
    load(caller().directory.locations.list()),
  ]);
  const isAdmin = actor.role === "ADMIN";
  const isEmpty = types.data?.length === 0;
  const create = <CreateLink href={paths.newLeaveType}>{t("create")}</CreateLink>;
  const error = types.error ?? policies.error ?? locations.error;
  const all = locations.data ?? [];
  const groups = Math.ceil(all.length / shownAtOnce);
  const group = Math.min(Math.max(0, Math.trunc(Number(search.locations) || 0)), Math.max(0, groups - 1));
  const shown = all.slice(group * shownAtOnce, (group + 1) * shownAtOnce);
  return (
    <>
      <RecordHeader of={leaveTypesPage} actions={isAdmin && types.data && !isEmpty ? create : undefined} />
      <OnlyAdministrators what={t("refused")}>
        {error ? <LoadError error={error} /> : null}
        {isEmpty ? (
          <EmptyState title={t("none")} actions={create}>
            {t("noneText")}
          </EmptyState>
        ) : null}
        {types.data && policies.data && !isEmpty ? (
          <div className="flex flex-col gap-4">
            {groups > 1 ? (
              <WhichLocations group={group} names={all.map(({ name }) => name)} size={shownAtOnce} />
            ) : null}
            <Matrix types={types.data} policies={policies.data} locations={shown} />
          </div>
        ) : null}
      </OnlyAdministrators>
    </>
  );
}
