import { useTranslations } from "next-intl";
import { TextLink } from "@/app/_kit/ui/text-link";
import { paths } from "@/app/paths";
import type { AuditView } from "@/server/modules/workspace/audit/present";

type Props = Pick<AuditView, "action" | "actor" | "owner" | "key" | "app" | "via" | "standsInFor">;

/** The actor, and the key or app used. */
export function Who({ line }: { line: Props }) {
  const { action, actor, owner, key: usedKey, app, via, standsInFor } = line;
  const t = useTranslations("audit");
  if (action === "session.refuse") return <Unproven />;
  return (
    <div className="min-w-0 wrap-anywhere">
      <div>{actor ? (actor.name ?? t("who.gone")) : "Timeaway"}</div>
      {actor ? null : <div className="text-muted text-xs">{t("who.itself")}</div>}
      {standsInFor ? (
        <div className="text-muted text-xs">
          {t("who.standsInFor", { name: standsInFor.name ?? t("who.gone") })}
        </div>
      ) : null}
      {via === "mail" ? <div className="text-muted text-xs">{t("who.byMail")}</div> : null}
      {app ? (
        <div className="text-muted text-xs">{t("who.byApp", { app: app.name ?? t("who.appGone") })}</div>
      ) : null}
      {usedKey ? <WithKey owner={owner} usedKey={usedKey} /> : null}
    </div>
  );
}

/** A failed sign-in: the entry is about the account, not the person who tried. */
function Unproven() {
  const t = useTranslations("audit");
  return (
    <div className="min-w-0 wrap-anywhere">
      <div>{t("who.unproven.name")}</div>
      <div className="text-muted text-xs">{t("who.unproven.text")}</div>
    </div>
  );
}

type KeyProps = { owner: Props["owner"]; usedKey: NonNullable<Props["key"]> };

function WithKey({ owner, usedKey: { id, name } }: KeyProps) {
  const t = useTranslations("audit");
  const key = () =>
    name === null ? (
      t("who.keyGone")
    ) : (
      <TextLink quiet href={paths.key(id)}>
        {name}
      </TextLink>
    );
  return (
    <div className="text-muted text-xs">
      {owner
        ? t.rich("who.byKeyOf", { key, owner: owner.name ?? t("who.gone") })
        : t.rich("who.byKey", { key })}
    </div>
  );
}
