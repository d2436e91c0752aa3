import { Check, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { sightWords, type Viewer } from "@/app/(account)/_oauth/sight-words";
import type { Visibility } from "@/drizzle/schema/values";
import { askableScopes, isWriteScope, looksUp } from "@/server/oauth/scopes";

type Props = {
  scopes: readonly string[];
  /** Whether the workspace lets apps change leave. */
  mayChangeLeave: boolean;
  /** The actor that the app reads as; null if their visibility is unknown. */
  seeing: { actor: Viewer; visibility: Visibility } | null;
};

/** The permissions of an app: write access to leave before read access. */
export function AppPermissions({ scopes, mayChangeLeave, seeing }: Props) {
  const t = useTranslations("apps");
  const consent = useTranslations("consent");
  const held = askableScopes.filter((scope) => scopes.includes(scope));
  const writes = held.filter(isWriteScope);
  return (
    <div>
      <ul aria-label={t("permissions")} className="flex flex-col gap-1.5">
        {writes.map((scope) => (
          <li key={scope} className="flex items-start gap-2 font-medium">
            <PencilLine aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
            {consent(`scopes.${scope}.allows`)}
          </li>
        ))}
        {held
          .filter((scope) => !isWriteScope(scope))
          .map((scope) => (
            <li key={scope} className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
              {consent(`scopes.${scope}.allows`)}
            </li>
          ))}
      </ul>
      {seeing && held.some(looksUp) ? (
        <p className="mt-2 text-muted text-pretty">
          {consent("permissions.youSee", { reach: sightWords(consent, seeing.actor, seeing.visibility) })}
        </p>
      ) : null}
      {writes.length > 0 && !mayChangeLeave ? (
        <p className="mt-2 text-muted text-pretty">{t("changesOff")}</p>
      ) : null}
    </div>
  );
}
