import { getTranslations } from "next-intl/server";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { QueryProvider } from "@/app/_trpc/queries";
import { editPerson as editPersonPage } from "@/app/(app)/dashboard/(team)/pages";
import { EditPersonForm } from "@/app/(app)/dashboard/(team)/people/[userId]/edit/edit-person-form";
import { MissingPerson } from "@/app/(app)/dashboard/(team)/people/[userId]/missing-person";
import { loadPerson, nameOfPerson } from "@/app/(app)/dashboard/(team)/people/load-person";
import { loadPersonChoices, withPlace } from "@/app/(app)/dashboard/(team)/people/person-choices";
import { paths } from "@/app/paths";
import { requireActor } from "@/server/signin/session";

type Props = { params: Promise<{ userId: string }> };

export const generateMetadata = metadataOf(editPersonPage, nameOfPerson);
export default routeOf(editPersonPage, EditPersonPage, QueryProvider);

async function EditPersonPage({ params }: Props) {
  await requireActor();
  const { userId } = await params;
  const [t, found] = await Promise.all([getTranslations("people"), loadPerson(userId)]);
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
