import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { EmptyState } from "@/app/_ui/empty-state";
import { LinkButton } from "@/app/_ui/link-button";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { editPerson as editPersonPage } from "@/app/(web)/dashboard/page-records/team";
import { paths } from "@/app/(web)/dashboard/paths";
import { EditPersonForm } from "@/app/(web)/dashboard/people/[userId]/edit/edit-person-form";
import { MissingPerson } from "@/app/(web)/dashboard/people/[userId]/missing-person";
import { loadPersonChoices, withPlace } from "@/app/(web)/dashboard/people/person-choices";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ userId: string }> };

export const generateMetadata = metadataOf(editPersonPage);
export default routeOf(editPersonPage, EditPersonPage, QueryProvider);

async function EditPersonPage({ params }: Props) {
  await requireActor();
  const { userId } = await params;
  const [t, found] = await Promise.all([
    getTranslations("people"),
    load(caller().people.person({ id: userId })),
  ]);
  if (found.error) return <MissingPerson error={found.error} />;
  const person = found.data;
  const choices = person.may.edit ? await loadPersonChoices() : null;
  return (
    <>
      <RecordHeader of={editPersonPage} above={[{ label: person.name, href: paths.person(person.id) }]} />
      {choices?.data ? (
        <EditPersonForm
          person={person}
          choices={{
            ...choices.data,
            departments: withPlace(choices.data.departments, person.department),
            locations: withPlace(choices.data.locations, person.location),
          }}
        />
      ) : null}
      {choices?.error ? <LoadError error={choices.error} /> : null}
      {choices === null ? (
        <EmptyState
          title={t("edit.notAllowed")}
          actions={<LinkButton href={paths.person(person.id)}>{t("edit.back")}</LinkButton>}
        >
          {t("edit.notAllowedText")}
        </EmptyState>
      ) : null}
    </>
  );
}
