import { TextLink } from "@/app/_ui/text-link";
import { paths } from "@/app/(web)/dashboard/paths";
import type { AuditView } from "@/server/modules/audit/present";

const someone = "somebody who is gone";

/** Whose right was used, and with which key. */
export function Who({ actor, owner, key }: Pick<AuditView, "actor" | "owner" | "key">) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <div>{actor ? (actor.name ?? someone) : "Timeaway"}</div>
      {actor ? null : <div className="text-muted text-xs">by itself, or its operator</div>}
      {key ? (
        <div className="text-muted text-xs">
          by key{" "}
          {key.name === null ? (
            "that is gone"
          ) : (
            <TextLink quiet href={paths.key(key.id)} prefetch={false}>
              {key.name}
            </TextLink>
          )}
          {owner ? ` of ${owner.name ?? someone}` : null}
        </div>
      ) : null}
    </div>
  );
}
