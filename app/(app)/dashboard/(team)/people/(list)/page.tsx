import { getTranslations } from "next-intl/server";
import { CreateLink } from "@/app/_kit/list/create-link";
import { addressOf, type PageSearch } from "@/app/_kit/list/list-query";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { QueryProvider } from "@/app/_trpc/queries";
import { caller } from "@/app/_trpc/server";
import { leadsLocation } from "@/app/(app)/dashboard/_shell/visitor";
import { people as peoplePage } from "@/app/(app)/dashboard/(team)/pages";
import { PeopleList } from "@/app/(app)/dashboard/(team)/people/(list)/people-list";
import { filterOf, readPeopleQuery } from "@/app/(app)/dashboard/(team)/people/(list)/people-query";
import { paths } from "@/app/paths";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

type Props = { searchParams: Promise<PageSearch> };

export const generateMetadata = metadataOf(peoplePage);
export default routeOf(peoplePage, PeoplePage, QueryProvider);

async function PeoplePage({ searchParams }: Props) {
  const [{ actor }, search] = await Promise.all([requireActor(), searchParams]);
  const asked = readPeopleQuery(addressOf(search));
  const [t, words, choices, page] = await Promise.all([
    getTranslations("people"),
    getTranslations("shell"),
    load(caller().people.choices()),
    load(caller().people.page(filterOf(asked))),
  ]);
  const leads = actor.role !== "USER";
  const changes = roleAllows(actor.role, "users:write");
  const failed = choices.error ?? page.error;
  return (
    <>
      <RecordHeader
        of={peoplePage}
        description={t(leads ? "lead" : "leadColleagues")}
        actions={
          <>
            {leadsLocation({ actor }) ? (
              <LinkButton href={paths.insights}>{words("pages.insights")}</LinkButton>
            ) : null}
            {changes ? <CreateLink href={paths.newPerson}>{t("invite.button")}</CreateLink> : null}
          </>
        }
      />
      {failed ? <LoadError error={failed} /> : null}
      {choices.data && page.data ? (
        <PeopleList
          first={{ asked, found: page.data }}
          choices={choices.data}
          leads={leads}
          changes={changes}
        />
      ) : null}
    </>
  );
}
