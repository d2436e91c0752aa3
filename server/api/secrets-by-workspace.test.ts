import "@/server/jobs/subscriptions";
import { eq, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { secretWorkspaces } from "@/drizzle/schema/workspace-directory";
import { deleteEndedSecrets } from "@/server/access/delete-ended-secrets";
import { type SecretKind, secretTables } from "@/server/access/workspace-of-secret";
import { checksum, derivedSecrets, randomBase62, sha256 } from "@/server/kernel/secrets";
import { createServices, type Services } from "@/server/kernel/services";
import { newSecret, workspaceDigits } from "@/server/kernel/workspace-secret";
import { admitKey } from "@/server/modules/integrations/keys/admit";
import { presentedKey } from "@/server/modules/integrations/keys/key-format";
import { admitLegacyKey } from "@/server/modules/integrations/legacy-keys/admit";
import { importLegacyKey } from "@/server/modules/integrations/legacy-keys/import";
import { createFeed } from "@/server/modules/leave/feeds/create-feed";
import { findFeed } from "@/server/modules/leave/feeds/find-feed";
import { findDecisionLink } from "@/server/modules/leave/mail/find-decision-link";
import { clientUuid } from "@/server/oauth/clients/client-id";
import { isCodeUsable } from "@/server/oauth/consent/is-code-usable";
import { admitGrant } from "@/server/oauth/grants/admit";
import { signingKeyring } from "@/server/oauth/keys/keyring";
import { findRefreshToken } from "@/server/oauth/token/grants/refresh-token-store";
import { signJwt } from "@/server/oauth/tokens/sign-jwt";
import { issueToken, peekToken } from "@/server/signin/tokens";
import { makeKey, makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, setApprovers } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  tokenOf,
} from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { approved, oauthServices, sessionOfPerson, tokensOf, whoIs } from "@/server/test/oauth-kit";
import { standingClock } from "@/server/test/services";

const clock = standingClock();
const office = postOffice();
const sent: { text: string; parameters: unknown[] }[] = [];
const onStatement = (_: string, text: string, parameters: unknown[]) => void sent.push({ text, parameters });
let services: Services;
let workspace: TestWorkspace;
let other: TestWorkspace;
let nina: TestPerson;
let clientId: string;

beforeAll(async () => {
  services = await oauthServices(clock, {}, { mailer: office, onStatement });
  ({ workspace, nina } = await leaveMailWorkspace(services, office, clock));
  other = await makeWorkspace(services);
  await services.isDistributed();
});
afterAll(() => services.close());
beforeEach(() => {
  sent.length = 0;
});

/** Another process. */
const another = () => createServices(services.settings, { clock, onStatement, wakes: false });

const person = () => workspace.people.user;
const signedIn = () => sessionOfPerson(services, person());

interface Kind {
  /** Issued by the service. */
  issue(): Promise<string>;
  isFound(by: Services, text: string): Promise<boolean>;
  /** A text as the release before issued it, for the same row. */
  earlier(text: string): string;
  /** The same text for another workspace. */
  forged(text: string): string;
}

const plainKind = (kind: Pick<Kind, "issue" | "isFound">): Kind => ({
  ...kind,
  earlier: () => randomBase62(43),
  forged: (text) => text.slice(0, 43) + workspaceDigits(other.id),
});

const withChecksum = (body: string): string => body + checksum(body);

function signedAgain(text: string, change: object): string {
  const [privateKey] = derivedSecrets(services.settings.encryptionKeys, "timeaway oauth refresh token");
  return signJwt({ algorithm: "HS256", privateKey }, "rt+jwt", { ...decodeJwt(text), ...change });
}

const kinds: Record<Exclude<SecretKind, "legacyKey">, Kind> = {
  apiKey: {
    issue: async () =>
      (await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id })).plain,
    isFound: async (by, text) => (await admitKey(by, text)) !== null,
    earlier: () => withChecksum(`svc_live_${randomBase62(32)}`),
    forged: (text) => withChecksum(text.slice(0, 41) + workspaceDigits(other.id)),
  },
  feed: plainKind({
    issue: async () => {
      const { url } = await createFeed(await as(services, person()), { kind: "MINE", locationId: null });
      return /\/ical\/(\w+)\.ics$/.exec(url)?.[1] ?? "";
    },
    isFound: async (by, text) => (await findFeed(by, text)) !== null,
  }),
  code: plainKind({
    issue: async () => (await approved(services, await signedIn())).code,
    isFound: (by, text) => isCodeUsable(by, `https://client.example.test/?code=${text}`),
  }),
  refreshToken: {
    issue: async () => {
      const tokens = await tokensOf(services, await signedIn());
      clientId = tokens.clientId;
      return tokens.refresh;
    },
    isFound: async (by, text) => (await findRefreshToken(by, clientUuid(clientId), text))?.token != null,
    earlier: (text) => signedAgain(text, { wid: undefined }),
    forged: (text) => signedAgain(text, { wid: `workspace-${other.id}` }),
  },
  signinToken: plainKind({
    issue: () => {
      const { workspaceId, id: userId } = person();
      return issueToken(services.db, { workspaceId, userId }, "MAGIC_LINK", null, clock());
    },
    isFound: async (by, text) => (await peekToken(by, text, "MAGIC_LINK")) !== null,
  }),
  decisionLink: plainKind({
    issue: async () => {
      const { approver } = workspace.people;
      await setApprovers(services, workspace, nina.departmentId, [[approver, 1]]);
      await askForLeave(services, nina);
      const mail = (await deliverLeaveMails(services, office)).find(({ to }) => to === addressOf(approver));
      return mail ? tokenOf(mail) : "";
    },
    isFound: async (by, text) => (await findDecisionLink(by, text)) !== null,
  }),
};

const inDirectory = () => sent.filter(({ text }) => text.includes("secret_workspaces"));
/** Statements on a workspace's rows that name none. */
const anywhere = () =>
  sent.filter(({ text, parameters }) => {
    const named = parameters.flat().join();
    return /\bworkspace_id\b/.test(text) && !named.includes(workspace.id) && !named.includes(other.id);
  });
const isRemembered = async (text: string) =>
  (
    await services.db
      .select()
      .from(secretWorkspaces)
      .where(eq(secretWorkspaces.hash, sha256(text)))
  ).length > 0;

describe.each(Object.entries(kinds) as [keyof typeof kinds, Kind][])("%s", (name, kind) => {
  const table = secretTables[name];
  let text: string;
  beforeAll(async () => {
    text = await kind.issue();
  });
  const becomes = async (earlier: string) => {
    await services.db
      .update(table)
      .set({ hash: sha256(earlier) })
      .where(sql`${table.hash} = ${sha256(text)}`);
    text = earlier;
    sent.length = 0;
  };

  it("names its workspace, in which alone it is looked for", async () => {
    expect(await kind.isFound(services, text)).toBe(true);
    expect(sent.length).toBeGreaterThan(0);
    for (const { parameters } of sent) expect(parameters.flat().join()).toContain(workspace.id);
    expect(inDirectory()).toEqual([]);
    expect(anywhere()).toEqual([]);
  });

  it("another workspace in it finds nothing, and asks no other", async () => {
    expect(await kind.isFound(services, kind.forged(text))).toBe(false);
    for (const { parameters } of sent) expect(parameters.flat().join()).toContain(other.id);
    expect(inDirectory()).toEqual([]);
  });

  it("an earlier one is found wherever it is, and remembered in the process and for others", async () => {
    await becomes(kind.earlier(text));
    expect(await kind.isFound(services, text)).toBe(true);
    expect(anywhere()).toHaveLength(1);
    expect(await isRemembered(text)).toBe(true);
    sent.length = 0;
    expect(await kind.isFound(services, text)).toBe(true);
    expect([inDirectory(), anywhere()]).toEqual([[], []]);
    const process = another();
    expect(await kind.isFound(process, text)).toBe(true);
    expect([inDirectory().length, anywhere().length]).toEqual([1, 0]);
    await process.close();
  });

  it("an earlier one that does not exist is not remembered", async () => {
    const unknown = kind.earlier(text.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
    const never = name === "refreshToken" ? signedAgain(text, { wid: undefined, jti: "never" }) : unknown;
    expect(await kind.isFound(services, never)).toBe(false);
    expect(await isRemembered(never)).toBe(false);
  });
});

describe("access token", () => {
  it("names its workspace; one of the release before is looked for in all, once in a process", async () => {
    const { access } = await tokensOf(services, await signedIn());
    sent.length = 0;
    expect((await whoIs(services, access)).status).toBe(200);
    expect(anywhere().filter(({ text }) => text.includes("oauth_grants"))).toEqual([]);

    const { signers } = await signingKeyring(services);
    const earlier = signJwt(signers.ES256, "at+jwt", { ...decodeJwt(access), wid: undefined });
    sent.length = 0;
    expect((await whoIs(services, earlier)).status).toBe(200);
    expect(anywhere().filter(({ text }) => text.includes("oauth_grants"))).toHaveLength(1);
    expect(await admitGrant(services, earlier)).not.toBeNull();
    expect(anywhere().filter(({ text }) => text.includes("oauth_grants"))).toHaveLength(1);

    const forged = signJwt(signers.ES256, "at+jwt", { ...decodeJwt(access), wid: `workspace-${other.id}` });
    expect((await whoIs(services, forged)).status).toBe(401);
    expect(await admitGrant(services, forged)).toBeNull();
  });
});

describe("v1 key", () => {
  const legacy = () => randomBase62(40);

  it("an import tells the directory; of ten at once, in two workspaces, one gets it", async () => {
    const key = legacy();
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        importLegacyKey(services, { workspaceId: at % 2 ? other.id : workspace.id, key }),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const process = another();
    sent.length = 0;
    expect(await admitLegacyKey(process, key)).not.toBeNull();
    expect(anywhere()).toEqual([]);
    await process.close();
  });

  it("a key that a process of the release before imported is found, and cannot be imported again", async () => {
    const key = legacy();
    await importLegacyKey(services, { workspaceId: workspace.id, key });
    await services.db.delete(secretWorkspaces);
    const process = another();
    await expect(importLegacyKey(process, { workspaceId: other.id, key })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect((await admitLegacyKey(process, key))?.actor.workspaceId).toBe(workspace.id);
    await process.close();
  });

  it("a flood of unknown keys shares a few lookups", async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => admitLegacyKey(services, legacy())));
    expect(all.every((one) => one === null)).toBe(true);
    expect(sent.length).toBeLessThan(10);
  });
});

it("a text with the length of a secret, but without a workspace, asks no other", async () => {
  const [secret, key] = [
    `${newSecret(workspace.id).slice(0, 64)}_`,
    withChecksum(`svc_live_${"z".repeat(54)}`),
  ];
  expect(await findFeed(services, secret)).toBeNull();
  expect(await admitKey(services, key)).toBeNull();
  expect(presentedKey(key).workspaceId).not.toBeNull();
  expect(inDirectory()).toEqual([]);
});

it("secrets that were deleted or replaced leave the directory", async () => {
  const [kept, gone] = [randomBase62(40), randomBase62(43)];
  await importLegacyKey(services, { workspaceId: workspace.id, key: kept });
  await services.db.insert(secretWorkspaces).values({ hash: sha256(gone), leadsTo: workspace.id });
  expect(await deleteEndedSecrets(services)).toBe(1);
  expect([await isRemembered(kept), await isRemembered(gone)]).toEqual([true, false]);
});
