import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { caller, requestId } from "@/app/_trpc/server";
import { PageHeader } from "@/app/_ui/page-header";
import { CreateLink } from "@/app/(web)/dashboard/create-link";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { paths } from "@/app/(web)/dashboard/paths";
import { PeopleList } from "@/app/(web)/dashboard/people/(list)/people-list";
import { filterOf, readWanted } from "@/app/(web)/dashboard/people/(list)/wanted";
import { roleAllows } from "@/server/access/scopes";
import { requireActor } from "@/server/signin/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("people");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PeoplePage({ searchParams }: Props) {
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
      <PageHeader
        title={t("title")}
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
