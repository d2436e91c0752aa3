import { getTranslations } from "next-intl/server";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { AppsTable } from "@/app/(app)/dashboard/(team)/people/[userId]/apps-table";
import { KeysTable } from "@/app/(app)/dashboard/(team)/people/[userId]/keys-table";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";

/** Access on a person's behalf: keys and connected apps, which administrators can revoke. */
export async function Access({ person: { id, name } }: { person: PersonDetails }) {
  const [t, keys, apps] = await Promise.all([
    getTranslations("people.access"),
    load(caller().apiKeys.page({ owner: { userId: id } })),
    load(caller().appsOfPeople.list({ userId: id })),
  ]);
  return (
    <Card
      title={t("title")}
      titleId="person-access"
      description={t("lead")}
      actions={
        <span className="flex flex-wrap gap-4">
          <TextLink href={`${paths.auditLog}?resourceType=user&resourceId=${id}`}>{t("history")}</TextLink>
          <TextLink href={`${paths.auditLog}?actor=${id}`}>{t("activity")}</TextLink>
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        {keys.error ? <LoadError error={keys.error} /> : null}
        {keys.data ? (
          keys.data.items.length > 0 ? (
            <KeysTable userId={id} first={keys.data} />
          ) : (
            <p className="text-muted">{t("noKeys")}</p>
          )
        ) : null}
        {apps.error ? <LoadError error={apps.error} /> : null}
        {apps.data ? (
          apps.data.length > 0 ? (
            <AppsTable apps={apps.data} userId={id} owner={name} />
          ) : (
            <p className="text-muted">{t("noApps")}</p>
          )
        ) : null}
      </div>
    </Card>
  );
}
