import { useTranslations } from "next-intl";
import { Badge } from "@/app/_kit/ui/badge";
import { Note } from "@/app/_kit/ui/note";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import type { AppName } from "@/app/(account)/_oauth/app-name";
import type { Role } from "@/server/access/roles";
import type { ConsentRequest } from "@/server/oauth/consent/states";

type Props = {
  client: ConsentRequest["client"];
  name: AppName;
  scopes: ConsentRequest["scopes"];
  role: Role;
  isShort: boolean;
};

const readsWorkspace = (scopes: ConsentRequest["scopes"]): boolean =>
  scopes.some(({ name }) => name.startsWith("mcp:"));

/** Who vouches for the app: the page's one warning when no one does. */
export function Standing({ client, name, scopes, role, isShort }: Props) {
  const t = useTranslations("consent");
  if (client.isConfidential)
    return (
      <p>
        <Badge tone="success">
          {client.isOfWorkspace ? t("standing.approved") : t("standing.approvedByOperator")}
        </Badge>
      </p>
    );
  const count = client.peopleCount;
  const seesAll = role === "ADMIN" && readsWorkspace(scopes);
  const app = () => <bdi className="wrap-anywhere">{name.shown}</bdi>;
  const host = client.host === null ? null : <strong className="wrap-anywhere">{client.host}</strong>;
  return (
    <Note tone="warning" title={t("standing.unverified")} label={t("standing.unverified")}>
      {host ? <p>{t.rich("standing.describedAt", { host: () => host })}</p> : null}
      <p>
        {isShort
          ? t("standing.beforeAllowed")
          : t.rich(host ? "standing.known" : "standing.registered", {
              at: () => <RelativeTime at={client.registeredAt} show="local" />,
              seen: count === 0 ? t("standing.firstSeen") : t("standing.seen", { count }),
            })}{" "}
        {host
          ? t("standing.anySite")
          : t.rich(name.isCut ? "standing.anyoneCut" : "standing.anyone", { app })}
      </p>
      {seesAll ? <p className="mt-1 font-medium">{t("standing.admin")}</p> : null}
    </Note>
  );
}
