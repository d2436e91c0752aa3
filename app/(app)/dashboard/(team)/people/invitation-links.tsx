"use client";

import { useLocale, useTranslations } from "next-intl";
import { languageOf } from "@/app/_i18n/languages";
import { useCall } from "@/app/_kit/form/use-call";
import { Button } from "@/app/_kit/ui/button";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { useTRPCClient } from "@/app/_trpc/client";

/** Where no mail is set up: creates links for people who have no password yet, to copy and pass on. */
export function InvitationLinks({ userIds }: { userIds: readonly string[] }) {
  const t = useTranslations("people.links");
  const language = languageOf[useLocale()];
  const { invitations } = useTRPCClient();
  const { send, isPending, error, output } = useCall(invitations.links.mutate);
  if (output?.length === 0) return <p role="status">{t("nothing")}</p>;
  if (!output)
    return (
      <div className="flex flex-col items-start gap-2.5">
        <p>{t("none")}</p>
        <Button pending={isPending} onClick={() => void send({ userIds: [...userIds], language })}>
          {t("create", { count: userIds.length })}
        </Button>
        {error ? <ErrorPanel error={error} /> : null}
      </div>
    );
  return (
    <section role="status" aria-label={t("title")} className="flex flex-col gap-3">
      <p className="font-medium">{t("title")}</p>
      <p className="text-muted">{t("text")}</p>
      {output.length > 1 ? (
        <div>
          <CopyButton
            label={t("all")}
            variant="primary"
            value={output.map(({ name, email, url }) => [name, email, url].join("\t")).join("\n")}
          />
        </div>
      ) : null}
      <ul className="flex flex-col gap-3">
        {output.map(({ id, name, url }) => (
          <li key={id}>
            <CopyField label={t("of", { name })} value={url} copyLabel={t("copy", { name })} iconOnly />
          </li>
        ))}
      </ul>
    </section>
  );
}
