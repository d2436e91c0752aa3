import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { addressOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { ComingLeave } from "@/app/(app)/dashboard/(team)/people/[userId]/coming-leave";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";

/** A person's balances and upcoming leave; for a colleague, a link to the wallchart. */
export async function Leave({ person }: { person: PersonDetails }) {
  const t = await getTranslations("people.leave");
  const { id, department } = person;
  const links = (
    <>
      {person.isManaged ? (
        <TextLink href={addressOf({ user: id, asOf: null, type: null })}>{t("balances")}</TextLink>
      ) : null}
      <TextLink href={`${paths.wallchart}?department=${department.id}`}>{t("wallchart")}</TextLink>
    </>
  );
  return (
    <Card title={t("title")} titleId="person-leave" actions={<span className="flex gap-4">{links}</span>}>
      {person.isManaged ? <Managed person={person} /> : <p className="text-muted">{t("colleague")}</p>}
    </Card>
  );
}

async function Managed({ person: { id } }: { person: PersonDetails }) {
  const [t, balances, coming] = await Promise.all([
    getTranslations("people.leave"),
    load(caller().balances.list({ userId: id })),
    load(caller().leaves.comingOf({ userId: id })),
  ]);
  const limited = (balances.data ?? []).filter(({ unlimited }) => !unlimited);
  return (
    <div className="flex flex-col gap-4">
      {balances.error ? <LoadError error={balances.error} /> : null}
      {limited.length > 0 ? (
        <ul aria-label={t("left")} className="flex flex-wrap gap-x-8 gap-y-3">
          {limited.map(({ leaveTypeId, leaveTypeName, remaining }) => (
            <li key={leaveTypeId ?? leaveTypeName}>
              <span className="block font-semibold text-lg tabular-nums">
                {t("days", { days: remaining ?? 0 })}
              </span>
              <span className="text-muted">{leaveTypeName}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {coming.error ? <LoadError error={coming.error} /> : null}
      {coming.data?.length ? <ComingLeave leaves={coming.data} /> : null}
      {coming.data?.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
    </div>
  );
}
