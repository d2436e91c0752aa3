import { getTranslations } from "next-intl/server";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { Card } from "@/app/_kit/ui/card";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { TextLink } from "@/app/_kit/ui/text-link";
import { caller } from "@/app/_trpc/server";
import { methodWords } from "@/app/(app)/dashboard/(settings)/settings/method-words";
import { AppsTable } from "@/app/(app)/dashboard/(team)/people/[userId]/apps-table";
import { KeysTable } from "@/app/(app)/dashboard/(team)/people/[userId]/keys-table";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";
import { paths } from "@/app/paths";
import type { SessionItem } from "@/server/signin/schema";

/** Access on a person's behalf: keys and connected apps, which administrators can revoke. */
export async function Access({ person: { id, name, invitation } }: { person: PersonDetails }) {
  const [t, fields, lastSignIn, keys, apps] = await Promise.all([
    getTranslations("people.access"),
    getTranslations("people.fields"),
    load(caller().sessions.lastOf({ userId: id })),
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
        <FactList>
          <Fact label={fields("id")}>
            <span className="inline-flex items-center gap-1">
              <code className="font-mono text-xs wrap-anywhere">{id}</code>
              <CopyButton iconOnly value={id} label={fields("id")} />
            </span>
          </Fact>
          {lastSignIn.error ? null : (
            <Fact label={t("lastSignIn")}>
              {/* Who can be invited never signed in. */}
              {invitation ? t("noneEver") : <LastSignIn last={lastSignIn.data} />}
            </Fact>
          )}
        </FactList>
        {lastSignIn.error ? <LoadError error={lastSignIn.error} /> : null}
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

/** When, and with what. */
async function LastSignIn({
  last,
}: {
  last: Pick<SessionItem, "createdAt" | "method" | "secondFactor" | "connectionName"> | null;
}) {
  const [t, words] = await Promise.all([
    getTranslations("people.access"),
    getTranslations("settings.sessions"),
  ]);
  if (!last) return t("notLately");
  return t.rich("signedIn", {
    at: () => <RelativeTime at={last.createdAt} />,
    method: methodWords(words, last),
  });
}
