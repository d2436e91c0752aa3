import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { leaveTypes as leaveTypesPage } from "@/app/(web)/dashboard/page-records/settings";
import { paths } from "@/app/(web)/dashboard/paths";
import { Matrix } from "@/app/(web)/dashboard/settings/leave-types/(list)/matrix";
import { WhichLocations } from "@/app/(web)/dashboard/settings/leave-types/(list)/which-locations";
import { OnlyAdministrators } from "@/app/(web)/dashboard/settings/only-administrators";
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
