import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { person as personPage } from "@/app/(app)/dashboard/(team)/pages";
import { Access } from "@/app/(app)/dashboard/(team)/people/[userId]/access";
import { ChangeState } from "@/app/(app)/dashboard/(team)/people/[userId]/change-state";
import { Invitation } from "@/app/(app)/dashboard/(team)/people/[userId]/invitation";
import { Leave } from "@/app/(app)/dashboard/(team)/people/[userId]/leave";
import { MissingPerson } from "@/app/(app)/dashboard/(team)/people/[userId]/missing-person";
import { PersonalData } from "@/app/(app)/dashboard/(team)/people/[userId]/personal-data";
import { Profile } from "@/app/(app)/dashboard/(team)/people/[userId]/profile";
import { WorkPattern } from "@/app/(app)/dashboard/(team)/people/[userId]/work-pattern";
import { PersonState } from "@/app/(app)/dashboard/(team)/people/person-state";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

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
              <ChangeState id={person.id} name={person.name} state={details.state} />
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
