import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Avatar } from "@/app/_kit/ui/avatar";
import { BarePage } from "@/app/_kit/ui/bare-page";
import { Button } from "@/app/_kit/ui/button";
import { FocusHeading } from "@/app/_kit/ui/focus-heading";
import { type AppName, appName } from "@/app/(account)/_oauth/app-name";
import { LookAlikeWords } from "@/app/(account)/_oauth/look-alike-words";
import { RedirectWords } from "@/app/(account)/_oauth/redirect-words";
import type { SignedIn } from "@/server/access/signed-in";
import { services } from "@/server/kernel/process";
import type { ConsentRequest } from "@/server/oauth/consent/states";
import type { RedirectTarget } from "@/server/oauth/redirect-uri";
import { isWriteScope } from "@/server/oauth/scopes";
import { AnswerForm } from "./answer-form";
import { FullAddress } from "./full-address";
import { answerPath } from "./paths";
import { Permissions, ShortPermissions } from "./permissions";
import { Standing } from "./standing";

/** The account whose data the app asks for, and the link to another account. */
function AccountLine({ session, user: { user, workspace } }: { session: string; user: SignedIn }) {
  const t = useTranslations("consent");
  return (
    <div className="flex items-start gap-3 border-line border-b pb-4">
      <Avatar name={user.name} className="size-8" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="text-muted">{t("signedInAs")}</span>{" "}
          <strong className="font-semibold">{user.name}</strong>
          <span className="block text-muted text-xs">
            {t("address", { email: user.email, workspace: workspace.name })}
          </span>
        </p>
        <form method="post" action={answerPath} className="mt-2">
          <input type="hidden" name="session" value={session} />
          <Button type="submit" size="sm" name="intent" value="switch">
            {t("switch")}
          </Button>
        </form>
      </div>
    </div>
  );
}

/** The destination of the answer: the only thing here that the app could not make up. */
function SentBackTo({ target }: { target: RedirectTarget }) {
  const t = useTranslations("consent");
  return (
    <section>
      <h2 className="font-semibold">{t("sentBackTo")}</h2>
      <p className="mt-1">
        <RedirectWords target={target} />
      </p>
      <FullAddress uri={target.uri} label={t("fullAddress")} />
    </section>
  );
}

/** What the heading omits from a name, or what could deceive in it. */
function NameFacts({ name }: { name: AppName }) {
  const t = useTranslations("consent");
  return (
    <>
      {name.isCut ? (
        <details className="group">
          <summary className="flex min-h-6 list-none items-center gap-1 rounded-sm text-muted [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
            {t("fullName")}
          </summary>
          <p className="mt-1 ms-5 wrap-anywhere">
            <bdi>{name.full}</bdi>
          </p>
        </details>
      ) : null}
      <LookAlikeWords name={name} />
    </>
  );
}

/** One card, the product's name and the host; no link that leads away. */
function ConsentFrame({ children }: { children: ReactNode }) {
  return (
    <BarePage headerEnd={new URL(services().settings.appUrl).host}>
      <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-7">
        {children}
      </div>
    </BarePage>
  );
}

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
