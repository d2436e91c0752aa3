import { passwordChangeEffects } from "@/server/api/password-change";
import type { Services } from "@/server/kernel/services";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import {
  revokeApp,
  revokeGrant,
  revokeGrantOfClient,
  revokeGrantsOfClient,
} from "@/server/oauth/grants/revoke";
import type { TestPerson } from "./factories";
import { as } from "./leave-kit";
import type { TestGrant } from "./mcp-kit";

/** The connection: a grant, its owner, and an administrator of their workspace. */
interface Connection {
  grant: TestGrant;
  person: TestPerson;
  admin: TestPerson;
}

type Ending = (services: Services, connection: Connection) => Promise<unknown>;

/** Every way to end a grant early. */
export const grantEndings: [string, Ending][] = [
  ["revoked", async (services, { grant, person }) => revokeGrant(await as(services, person), grant.id)],
  [
    "its app disconnected",
    async (services, { grant, person }) => revokeApp(await as(services, person), grant.clientId),
  ],
  [
    "given back by the app",
    (services, { grant: { id }, person: { workspaceId } }) =>
      revokeGrantOfClient(services, { workspaceId, id }),
  ],
  [
    "its client deleted",
    ({ db, clock }, { grant: { clientId } }) =>
      db.transaction((tx) => revokeGrantsOfClient(tx, clientId, { reason: "CLIENT_DELETED", now: clock() })),
  ],
  [
    "its person deactivated",
    async (services, { person, admin }) => deactivateUser(await as(services, admin), person.id),
  ],
  [
    "their password changed",
    ({ db, clock }, { person: { workspaceId, id: userId } }) =>
      db.transaction(async (tx) => {
        for (const effect of passwordChangeEffects) await effect(tx, { workspaceId, userId, at: clock() });
      }),
  ],
];
