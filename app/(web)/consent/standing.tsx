import { Badge } from "@/app/_ui/badge";
import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import type { AppName } from "@/app/(web)/_oauth/app-name";
import { grouped } from "@/app/(web)/dashboard/words";
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

/** Who vouches for the app: the page's one warning when nobody does. */
export function Standing({ client, name, scopes, role, isShort }: Props) {
  if (client.isConfidential)
    return (
      <p>
        <Badge tone="success">
          {client.isOfWorkspace ? "Approved by your workspace" : "Approved by the operator of this service"}
        </Badge>
      </p>
    );
  const seesAll = role === "ADMIN" && readsWorkspace(scopes);
  return (
    <Note tone="warning" title="Unverified app" label="Unverified app">
      <p>
        {isShort ? (
          "You allowed this before. "
        ) : (
          <>
            Registered <RelativeTime at={client.registeredAt} show="local" />, {seenWords(client.peopleCount)}
            .{" "}
          </>
        )}
        Anyone can register an app under any name. Go on only if you just started this yourself in{" "}
        <bdi className="wrap-anywhere">{name.shown}</bdi>
        {name.isCut ? null : "."}
      </p>
      {seesAll ? (
        <p className="mt-1 font-medium">You are an administrator; the app will see the whole workspace.</p>
      ) : null}
    </Note>
  );
}

function seenWords(peopleCount: number): string {
  if (peopleCount === 0) return "first seen in your workspace";
  return peopleCount === 1
    ? "1 person in your workspace uses it"
    : `${grouped(peopleCount)} people in your workspace use it`;
}
