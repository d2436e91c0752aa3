import { Check, ChevronRight, PencilLine, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/app/_kit/ui/badge";
import { cn } from "@/app/_kit/ui/class-names";
import { Note } from "@/app/_kit/ui/note";
import { sightWords, type Viewer } from "@/app/(account)/_oauth/sight-words";
import type { Visibility } from "@/drizzle/schema/values";
import type { ConsentRequest } from "@/server/oauth/consent/states";
import { isOauthScope, isWriteScope, looksUp, writeScopes } from "@/server/oauth/scopes";

type Asked = ConsentRequest["scopes"][number];
type Seeing = { actor: Viewer; visibility: Visibility };
type Props = { scopes: readonly Asked[]; seeing: Seeing };

/** The changes to leave that remain forbidden to the app. */
function neverOf(writes: readonly string[]): "leave" | "approvals" | "requests" | "others" {
  const [own, decisions] = writeScopes.map((scope) => writes.includes(scope));
  if (own) return decisions ? "others" : "approvals";
  return decisions ? "requests" : "leave";
}

/** What the app will and will not be able to do. Earlier grants are folded away. */
export function Permissions({ scopes, seeing, writes }: Props & { writes: readonly string[] }) {
  const t = useTranslations("consent");
  const available = scopes.filter(({ isAvailable }) => isAvailable);
  const before = available.filter(({ isNew }) => !isNew);
  const added = available.filter(({ isNew }) => isNew);
  return (
    <div className="flex flex-col gap-4">
      <Unavailable scopes={scopes.filter(({ isAvailable }) => !isAvailable)} />
      <section>
        <h2 className="mb-2 font-semibold">{t("permissions.will")}</h2>
        {available.length === 0 ? <p className="text-muted">{t("permissions.nothing")}</p> : null}
        {added.length > 0 ? (
          <ScopeList
            label={t("permissions.label")}
            scopes={added}
            seeing={seeing}
            markNew={before.length > 0}
          />
        ) : null}
        {before.length > 0 ? (
          <Folded summary={t("permissions.alreadyCount", { count: before.length })}>
            <ScopeList label={t("permissions.already")} scopes={before} seeing={seeing} />
          </Folded>
        ) : null}
      </section>
      <section>
        <h2 className="mb-2 font-semibold">{t("permissions.willNot")}</h2>
        <ul aria-label={t("permissions.notIncluded")} className="flex flex-col gap-1.5">
          {([neverOf(writes), "settings", "password"] as const).map((what) => (
            <li key={what} className="flex items-start gap-2 text-muted">
              <X aria-hidden className="mt-0.5 size-4 shrink-0" />
              {t(`permissions.never.${what}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Permissions that the workspace withholds; the rest can still be allowed. */
function Unavailable({ scopes }: { scopes: readonly Asked[] }) {
  const t = useTranslations("consent");
  if (scopes.length === 0) return null;
  return (
    <Note title={t("permissions.unavailable")}>
      <p>{t("permissions.unavailableText")}</p>
      <ul aria-label={t("permissions.unavailable")} className="mt-1 list-disc ps-4">
        {scopes.map(({ name }) => (
          <li key={name}>{isOauthScope(name) ? t(`scopes.${name}.allows`) : name}</li>
        ))}
      </ul>
    </Note>
  );
}

/** The short page: everything was granted before, so the permissions show on demand only. */
export function ShortPermissions({ scopes, seeing }: Props) {
  const t = useTranslations("consent");
  return (
    <Folded summary={t("permissions.before", { count: scopes.length })}>
      <ScopeList label={t("permissions.label")} scopes={scopes} seeing={seeing} />
    </Folded>
  );
}

/** Orders write scopes before read scopes. */
const writesFirst = (scopes: readonly Asked[]): Asked[] => [
  ...scopes.filter(({ name }) => isWriteScope(name)),
  ...scopes.filter(({ name }) => !isWriteScope(name)),
];

type ListProps = Props & { label: string; markNew?: boolean };

function ScopeList({ label, scopes, seeing, markNew = false }: ListProps) {
  const t = useTranslations("consent");
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {writesFirst(scopes).map(({ name }) => (
        <li key={name} className={cn("flex items-start gap-2", isWriteScope(name) && "font-medium")}>
          {isWriteScope(name) ? (
            <PencilLine aria-hidden className="mt-1 size-4 shrink-0 text-warning-text" />
          ) : (
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-success-text" />
          )}
          <Scope
            name={name}
            seeing={seeing}
            badge={markNew ? <Badge tone="accent">{t("permissions.new")}</Badge> : null}
          />
        </li>
      ))}
    </ul>
  );
}

function Scope({ name, seeing, badge }: { name: string; seeing: Seeing; badge: ReactNode }) {
  const t = useTranslations("consent");
  const known = isOauthScope(name) ? name : null;
  return (
    <details className="group min-w-0 flex-1">
      <summary className="flex min-h-6 list-none items-start gap-2 rounded-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 text-pretty py-0.5">
          {known ? t(`scopes.${known}.allows`) : name} {badge}
          {looksUp(name) ? (
            <span className="block text-muted text-xs">
              {t("permissions.youSee", { reach: sightWords(t, seeing.actor, seeing.visibility) })}
            </span>
          ) : null}
        </span>
        <ChevronRight
          aria-hidden
          className="mt-1 size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
      </summary>
      <p className="pb-1 font-normal text-muted text-xs">
        {known ? t(`scopes.${known}.excludes`) : null} <code className="font-mono wrap-anywhere">{name}</code>
      </p>
    </details>
  );
}

function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group/folded mt-2">
      <summary className="flex min-h-6 list-none items-center gap-1.5 rounded-sm text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open/folded:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
