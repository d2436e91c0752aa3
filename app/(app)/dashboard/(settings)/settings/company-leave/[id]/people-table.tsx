"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useLocale, useTranslations } from "next-intl";
import { useCall } from "@/app/_kit/form/use-call";
import type { PagedListRecord } from "@/app/_kit/list/list-record";
import { PagedList } from "@/app/_kit/list/resource-list";
import { Named } from "@/app/_kit/ui/avatar";
import { Button } from "@/app/_kit/ui/button";
import { EmptyState } from "@/app/_kit/ui/empty-state";
import { saveFile } from "@/app/_kit/ui/save-file";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type PeopleShown,
  readPeopleShown,
} from "@/app/(app)/dashboard/(settings)/settings/company-leave/[id]/query";
import type { CompanyLeave } from "@/app/(app)/dashboard/(settings)/settings/company-leave/[id]/standing";
import { usePersonNote } from "@/app/(app)/dashboard/(settings)/settings/company-leave/use-person-note";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";
import { csvLineIn, csvStyleOf } from "@/server/kernel/text/csv";
import { peopleShown } from "@/server/modules/leave/company-leaves/schema";

type Person = inferRouterOutputs<AppRouter>["companyLeaves"]["people"]["items"][number];
type Props = { leave: CompanyLeave; first: PagedListRecord<Person, PeopleShown>["first"] };

/** What became of each person: their leave, or why there is none; also as a file. */
export function PeopleTable({ leave, first }: Props) {
  const t = useTranslations("companyLeave");
  const { companyLeaves } = useTRPCClient();
  const outcomeOf = useOutcome();
  const noteOf = usePersonNote();
  return (
    <section aria-label={t("people.title")} className="flex flex-col gap-3">
      <PagedList
        caption={t("people.title")}
        columnsFrom={40}
        columns={[
          {
            label: t("columns.person"),
            header: true,
            cell: ({ userId, name }) => (
              <Named name={name}>
                <TextLink href={paths.person(userId)}>{name}</TextLink>
              </Named>
            ),
          },
          { label: t("columns.outcome"), cell: outcomeOf },
          { label: t("columns.booked"), cell: (person) => noteOf(person) || "–" },
        ]}
        rowKey={({ userId }) => userId}
        choices={[
          {
            name: "shown",
            label: t("people.filter"),
            options: peopleShown.map((value) => ({ value, label: t(`people.${value}`) })),
          },
        ]}
        read={readPeopleShown}
        first={first}
        ask={(query) => companyLeaves.people.query({ id: leave.id, ...query })}
        shown={(count) => t("people.shown", { count })}
        nothing={({ show }) => (
          <EmptyState
            title={t("people.none")}
            actions={<Button onClick={() => show()}>{t("people.clear")}</Button>}
          />
        )}
      />
      <Download leave={leave} />
    </section>
  );
}

function useOutcome() {
  const t = useTranslations("companyLeave.ended");
  return ({ outcome, undo }: Person): string => t(undo ?? outcome ?? "pending");
}

/** Everyone of the company leave as a table for spreadsheets. */
function Download({ leave: { id, name } }: { leave: CompanyLeave }) {
  const t = useTranslations("companyLeave");
  const locale = useLocale();
  const outcomeOf = useOutcome();
  const noteOf = usePersonNote();
  const { companyLeaves } = useTRPCClient();
  const { send, isPending } = useCall(
    async () => {
      const lines = [[t("columns.person"), t("columns.outcome"), t("columns.booked")]];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
        const { items, next } = await companyLeaves.people.query({ id, cursor });
        lines.push(...items.map((person) => [person.name, outcomeOf(person), noteOf(person)]));
        cursor = next ?? undefined;
      }
      const csv = lines.map(csvLineIn(csvStyleOf(locale.slice(0, 2)))).join("");
      // With a byte order mark, spreadsheets read UTF-8.
      saveFile(`${name}.csv`, `\uFEFF${csv}`, "text/csv;charset=utf-8");
    },
    { errorToast: true },
  );
  return (
    <div>
      <Button size="sm" pending={isPending} onClick={() => void send()}>
        {t("people.csv")}
      </Button>
    </div>
  );
}
