import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { Named } from "@/app/_kit/ui/avatar";
import { Card } from "@/app/_kit/ui/card";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { person as personPage } from "@/app/(app)/dashboard/(team)/pages";
import { InvitationLinks } from "@/app/(app)/dashboard/(team)/people/invitation-links";
import { isMailSetUp } from "@/app/(app)/dashboard/(team)/people/is-mail-set-up";
import { loadPerson, nameOfPerson } from "@/app/(app)/dashboard/(team)/people/load-person";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { PersonState } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";
import { encodeId } from "@/server/kernel/schema";
import { requireActor } from "@/server/signin/session";
import { Access } from "./access";
import { ChangeState } from "./change-state";
import { ErasePerson } from "./erase-person";
import { ExportPerson } from "./export-person";
import { BalancesOf, Colleague, DecidersOf, LeaveOf } from "./leave-of-person";
import { MissingPerson } from "./missing-person";
import { PatternList } from "./pattern-list";
import { Profile } from "./profile";
import { SendInvitation } from "./send-invitation";
import { SetPattern } from "./set-pattern";

type InvitationProps = {
  person: PersonDetails;
  invitation: NonNullable<PersonDetails["invitation"]>;
  /** Whether the visitor gets a link to pass on, as no mail is set up. */
  createsLinks: boolean;
};

/** The person has not signed in yet: shows the invitation and its actions. */
function Invitation({ person: { id, name, may }, invitation: { sentAt }, createsLinks }: InvitationProps) {
  const t = useTranslations("people.invitation");
  return (
    <Note label={t("title")}>
      {createsLinks ? null : (
        <p>{sentAt ? t.rich("sent", { at: () => <RelativeTime at={sentAt} /> }) : t("none", { name })}</p>
      )}
      <div className="mt-2.5">
        {createsLinks ? (
          <InvitationLinks userIds={[id]} />
        ) : may.changeSignIn ? (
          <SendInvitation id={id} label={t(sentAt ? "again" : "send")} />
        ) : (
          <p>{t("reachesFurther")}</p>
        )}
      </div>
    </Note>
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

type DataProps = {
  person: PersonDetails;
  /** Whether a download was refused for want of a second factor, without JavaScript to ask for it. */
  lacksProof: boolean;
};

/** A person's data, to export or erase. */
function PersonalData({ person: { id, name, details }, lacksProof }: DataProps) {
  const t = useTranslations("people.personalData");
  const isInactive = details?.state === "INACTIVE";
  return (
    <Card title={t("title")} titleId="person-data" description={t("lead")}>
      <div className="flex flex-col gap-4">
        {lacksProof ? (
          <Note tone="warning" label={t("export")}>
            {t.rich("lacksProof", { link: (words) => <TextLink href={paths.settings}>{words}</TextLink> })}
          </Note>
        ) : null}
        <ExportPerson id={id} />
        {isInactive ? <ErasePerson id={id} name={name} /> : <p className="text-muted">{t("active")}</p>}
      </div>
    </Card>
  );
}

type Props = {
  params: Promise<{ userId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = metadataOf(personPage, nameOfPerson);
export default routeOf(personPage, PersonPage, QueryProvider);

/** One person within sight. The page shows more, the closer the visitor's relation to them. */
async function PersonPage({ params, searchParams }: Props) {
  const { actor, user } = await requireActor();
  const [{ userId }, query] = await Promise.all([params, searchParams]);
  const [t, found] = await Promise.all([getTranslations("people"), loadPerson(userId)]);
  if (found.error) return <MissingPerson error={found.error} />;
  const person = found.data;
  const { details, may, isManaged } = person;
  const isSelf = person.id === encodeId("user", user.id);
  const isKnown = isManaged || isSelf;
  const mayAdjust = actor.role === "ADMIN" || (actor.role === "LOCATION_ADMIN" && isManaged && !isSelf);
  return (
    <>
      <RecordHeader
        of={personPage}
        title={<Named name={person.name} size="lg" className="gap-3" />}
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
        {person.invitation ? (
          <Invitation
            person={person}
            invitation={person.invitation}
            createsLinks={actor.role === "ADMIN" && !isMailSetUp()}
          />
        ) : null}
        <Profile person={person} />
        {isKnown ? (
          <>
            <BalancesOf person={person} mayAdjust={mayAdjust} />
            <LeaveOf person={person} />
            <DecidersOf person={person} />
            <WorkPattern person={person} />
          </>
        ) : (
          <Colleague person={person} />
        )}
        {may.endAccess ? <Access person={person} /> : null}
        {may.erase ? <PersonalData person={person} lacksProof={query.proof === "needed"} /> : null}
      </div>
    </>
  );
}
