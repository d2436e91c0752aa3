import { getTranslations } from "next-intl/server";
import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller, requestId } from "@/app/_trpc/server";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { people as peoplePage } from "@/app/(web)/dashboard/page-records/team";
import { paths } from "@/app/(web)/dashboard/paths";
import { PeopleList } from "@/app/(web)/dashboard/people/(list)/people-list";
import { filterOf, readWanted } from "@/app/(web)/dashboard/people/(list)/wanted";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = metadataOf(peoplePage);
export default routeOf(peoplePage, PeoplePage, QueryProvider);

async function PeoplePage({ searchParams }: Props) {
  const [{ actor }, search] = await Promise.all([requireActor(), searchParams]);
  const texts = Object.entries(search).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const filter = filterOf(readWanted(new URLSearchParams(texts)));
  const [t, choices, page] = await Promise.all([
    getTranslations("people"),
    load(caller().people.choices()),
    load(caller().people.page(filter)),
  ]);
  const leads = actor.role !== "USER";
  const changes = roleAllows(actor.role, "users:write");
  const failed = choices.error ?? page.error;
  return (
    <>
      <RecordHeader
        of={peoplePage}
        description={t(leads ? "lead" : "leadColleagues")}
        actions={changes ? <CreateLink href={paths.newPerson}>{t("invite.button")}</CreateLink> : undefined}
      />
      {failed ? <LoadError error={failed} /> : null}
      {choices.data && page.data ? (
        <PeopleList
          // A refresh from the server starts a new list.
          key={requestId()}
          first={{ asked: filter, found: page.data }}
          choices={choices.data}
          leads={leads}
          changes={changes}
        />
      ) : null}
    </>
  );
}
