import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { caller } from "@/app/_trpc/server";
import { PatternList } from "@/app/(app)/dashboard/(team)/people/[userId]/pattern-list";
import { SetPattern } from "@/app/(app)/dashboard/(team)/people/[userId]/set-pattern";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";

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
