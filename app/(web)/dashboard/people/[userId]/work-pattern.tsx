import { getTranslations } from "next-intl/server";
import { caller } from "@/app/_trpc/server";
import { Card } from "@/app/_ui/card";
import { load } from "@/app/(web)/dashboard/load";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { PatternList } from "@/app/(web)/dashboard/people/[userId]/pattern-list";
import { SetPattern } from "@/app/(web)/dashboard/people/[userId]/set-pattern";
import type { PersonDetails } from "@/app/(web)/dashboard/people/person";

/** A person's current and future working pattern; their managers can change it. */
export async function WorkPattern({ person: { id } }: { person: PersonDetails }) {
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
