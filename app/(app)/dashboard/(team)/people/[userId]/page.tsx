import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { buttonStyles } from "@/app/_kit/ui/button-styles";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { addressOf } from "@/app/(app)/dashboard/(leave)/balances/address";
import { person as personPage } from "@/app/(app)/dashboard/(team)/pages";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { PersonState } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";
import { amountIn } from "@/server/kernel/time/amount";
import { requireActor } from "@/server/signin/session";
import { Access } from "./access";
import { ChangeState } from "./change-state";
import { ComingLeave } from "./coming-leave";
import { ErasePerson } from "./erase-person";
import { MissingPerson } from "./missing-person";
import { PatternList } from "./pattern-list";
import { Profile } from "./profile";
import { SendInvitation } from "./send-invitation";
import { SetPattern } from "./set-pattern";

type InvitationProps = { person: PersonDetails; invitation: NonNullable<PersonDetails["invitation"]> };

/** The person has not signed in yet: shows the invitation and its actions. */
function Invitation({ person: { id, name, may }, invitation: { sentAt } }: InvitationProps) {
  const t = useTranslations("people.invitation");
  return (
    <Note label={t("title")}>
      <p>{sentAt ? t.rich("sent", { at: () => <RelativeTime at={sentAt} /> }) : t("none", { name })}</p>
      <div className="mt-2.5">
        {may.changeSignIn ? (
          <SendInvitation id={id} label={t(sentAt ? "again" : "send")} />
        ) : (
          <p>{t("reachesFurther")}</p>
        )}
      </div>
    </Note>
  );
}

/** A person's balances and upcoming leave; for a colleague, a link to the wallchart. */
async function Leave({ person }: { person: PersonDetails }) {
  const t = await getTranslations("people.leave");
  const { id, department } = person;
  const links = (
    <>
      {person.isManaged ? (
        <>
          <TextLink href={addressOf({ user: id, asOf: null, type: null })}>{t("balances")}</TextLink>
          <TextLink href={paths.year({ user: id })}>{t("year")}</TextLink>
        </>
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
          {limited.map(({ leaveTypeId, leaveTypeName, remaining, hoursPerDay }) => (
            <li key={leaveTypeId ?? leaveTypeName}>
              <span className="block font-semibold text-lg tabular-nums">
                {t("days", amountIn(remaining ?? 0, hoursPerDay))}
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

/** A person's current and future working pattern; their managers can change it. */
async function WorkPattern({ person: { id } }: { person: PersonDetails }) {
  const [t, found] = await Promise.all([
    getTranslations("people.pattern"),
    load(caller().workPatterns.get({ userId: id })),
  ]);
  const may = found.data?.mayChange;
  return (
    <Card
      title={t("title")}
      titleId="person-pattern"
      description={t("text")}
      actions={may && found.data ? <SetPattern userId={id} given={found.data} /> : undefined}
    >
      {found.error ? <LoadError error={found.error} /> : <PatternList userId={id} given={found.data} />}
    </Card>
  );
}

/** A person's data, to export or erase. */
function PersonalData({ person: { id, name, details } }: { person: PersonDetails }) {
  const t = useTranslations("people.personalData");
  const isInactive = details?.state === "INACTIVE";
  return (
    <Card title={t("title")} titleId="person-data" description={t("lead")}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <a href={paths.personalData(id)} download className={buttonStyles({ variant: "secondary" })}>
            {t("export")}
          </a>
          <span className="text-muted">{t("exportText")}</span>
        </div>
        {isInactive ? <ErasePerson id={id} name={name} /> : <p className="text-muted">{t("active")}</p>}
      </div>
    </Card>
  );
}

type Props = { params: Promise<{ userId: string }> };

export const generateMetadata = metadataOf(personPage);
export default routeOf(personPage, PersonPage, QueryProvider);

/** One person within sight. The page shows more, the closer the visitor's relation to them. */
async function PersonPage({ params }: Props) {
  await requireActor();
  const { userId } = await params;
  const [t, found] = await Promise.all([
    getTranslations("people"),
    load(caller().people.person({ id: userId })),
  ]);
  if (found.error) return <MissingPerson error={found.error} />;
  const person = found.data;
  const { details, may } = person;
  return (
    <>
      <RecordHeader
        of={personPage}
        title={person.name}
        status={details ? <PersonState state={details.state} /> : undefined}
        description={`${person.department.name} · ${person.location.name}`}
        actions={
          may.edit && details ? (
            <>
              <LinkButton href={paths.editPerson(person.id)}>{t("edit.button")}</LinkButton>
              <ChangeState
                id={person.id}
                name={person.name}
                state={details.state}
                peopleCount={person.profile?.peopleCount ?? 0}
              />
            </>
          ) : undefined
        }
      />
      <div className="grid max-w-4xl gap-5">
        {person.invitation ? <Invitation person={person} invitation={person.invitation} /> : null}
        <Profile person={person} />
        <Leave person={person} />
        {person.isManaged ? <WorkPattern person={person} /> : null}
        {may.endAccess ? <Access person={person} /> : null}
        {may.erase ? <PersonalData person={person} /> : null}
      </div>
    </>
  );
}
