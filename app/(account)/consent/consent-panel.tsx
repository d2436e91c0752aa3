import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";
import { appName } from "@/app/(account)/_oauth/app-name";
import { AccountLine } from "@/app/(account)/consent/account-line";
import { AnswerForm } from "@/app/(account)/consent/answer-form";
import { ConsentFrame } from "@/app/(account)/consent/consent-frame";
import { NameFacts } from "@/app/(account)/consent/name-facts";
import { Permissions, ShortPermissions } from "@/app/(account)/consent/permissions";
import { SentBackTo } from "@/app/(account)/consent/sent-back-to";
import { Standing } from "@/app/(account)/consent/standing";
import type { SignedIn } from "@/server/access/signed-in";
import type { ConsentRequest } from "@/server/oauth/consent/states";
import { isWriteScope } from "@/server/oauth/scopes";

type Props = {
  session: string;
  user: SignedIn;
  request: ConsentRequest;
  /** Shown above everything else, such as a note. */
  children: ReactNode;
};

/** Everything a user needs to know before answering, and the two answers. */
export function ConsentPanel({ session, user, request, children }: Props) {
  const { client, scopes, target, token } = request;
  const t = useTranslations("consent");
  const name = appName(client.name, t("app.nameless"));
  const app = () => <bdi>{name.shown}</bdi>;
  const seeing = { actor: user.actor, visibility: request.visibility };
  const isShort = request.form === "short";
  const canAllow = scopes.some((scope) => scope.isAvailable);
  const asksToWrite = scopes.some((scope) => isWriteScope(scope.name));
  return (
    <ConsentFrame>
      {children}
      <AccountLine session={session} user={user} />
      <div className="flex flex-col gap-2">
        <FocusHeading>
          {isShort
            ? t.rich("continueTo", { app, name: firstName(user.user.name) })
            : asksToWrite
              ? t.rich("wantsChange", { app })
              : t.rich("wants", { app, workspace: user.workspace.name })}
        </FocusHeading>
        <NameFacts name={name} />
      </div>
      <Standing client={client} name={name} scopes={scopes} role={user.actor.role} isShort={isShort} />
      {isShort ? (
        <ShortPermissions scopes={scopes} seeing={seeing} />
      ) : (
        <Permissions scopes={scopes} seeing={seeing} writes={request.writes} />
      )}
      <SentBackTo target={target} />
      {canAllow ? <p className="text-muted">{t("until")}</p> : null}
      <AnswerForm
        session={session}
        token={token}
        opensApp={target.kind === "private-scheme"}
        words={canAllow ? { allow: t("allow"), deny: t("deny") } : { deny: t("back") }}
      />
    </ConsentFrame>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;
