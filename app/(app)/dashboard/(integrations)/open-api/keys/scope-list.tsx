"use client";

import { useTranslations } from "next-intl";
import { Popover } from "@/app/_kit/ui/popover";
import { scopeWords } from "@/app/(app)/dashboard/(integrations)/open-api/keys/scope-words";
import type { Scope } from "@/server/access/scopes";

const shown = 2;

/** The first two scopes in plain words; a button opens the rest. */
export function ScopeList({ name, scopes }: { name: string; scopes: readonly Scope[] }) {
  const t = useTranslations("keys");
  const more = scopes.length - shown;
  return (
    <span className="inline-flex flex-col items-start">
      <span>
        {scopes
          .slice(0, shown)
          .map((scope) => scopeWords(t, scope).label)
          .join(", ")}
      </span>
      {more > 0 ? (
        <Popover
          title={t("scopeList.of", { name })}
          className="w-88"
          trigger={
            <button
              type="button"
              className="min-h-6 rounded-sm text-muted text-xs underline decoration-line underline-offset-3 hover:text-fg"
            >
              {t("scopeList.more", { count: more })}
            </button>
          }
        >
          <ul
            aria-label={t("scopeList.of", { name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard
            tabIndex={0}
            className="-mx-1 flex max-h-80 flex-col gap-1 overflow-y-auto rounded-sm px-1"
          >
            {scopes.map((scope) => (
              <li key={scope} className="flex flex-wrap items-baseline justify-between gap-x-3">
                {scopeWords(t, scope).label}
                <code className="font-mono text-muted text-xs">{scope}</code>
              </li>
            ))}
          </ul>
        </Popover>
      ) : null}
    </span>
  );
}
