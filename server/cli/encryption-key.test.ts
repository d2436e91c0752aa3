import { createCipheriv, randomUUID } from "node:crypto";
import { Command } from "commander";
import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { integrations } from "@/drizzle/schema/notifications";
import { webhooks } from "@/drizzle/schema/webhooks";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { decrypt, encrypt, headOf, type SealingKeys } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { signingSecrets } from "@/server/modules/integrations/webhooks/secret";
import { openContent } from "@/server/modules/messaging/outbox/content";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import { openSecret, sealSecret } from "@/server/modules/messaging/providers/store";
import { canReadSigningKeys, keyring } from "@/server/oauth/keys/keyring";
import { issueRefreshToken, presentedRefreshToken } from "@/server/oauth/tokens/refresh-token";
import { apiClient } from "@/server/test/api-client";
import { makeKeys, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { makeWebhook, webhookRow } from "@/server/test/webhook-kit";
import { encryptionKeyCommands } from "./commands/encryption-key";

const [older, newer]: [Buffer, Buffer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
  key = (await makeKeys(services, workspace)).admin;
});
afterAll(() => services.close());

const having = (encryptionKeys: SealingKeys): Services => ({
  ...services,
  settings: { ...services.settings, encryptionKeys },
});

async function reseal(keys: SealingKeys): Promise<{ resealed: Record<string, number>; unreadable: number }> {
  let said: object = {};
  const program = new Command();
  encryptionKeyCommands(program, async (work) => {
    said = await work(having(keys));
  });
  await program.parseAsync(["encryption-key", "reseal"], { from: "user" });
  return said as Awaited<ReturnType<typeof reseal>>;
}

const modules = import.meta.glob<Record<string, unknown>>("../../drizzle/schema/*.ts", { eager: true });
const tables = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, PgTable)),
) as PgTable[];

/** Columns anywhere in the database that contain a value encrypted with the key. */
async function columnsSealedBy(sealing: Buffer): Promise<string[]> {
  const head = headOf([sealing]);
  const found: string[] = [];
  for (const table of tables)
    for (const column of Object.values(getTableColumns(table))) {
      if (column.getSQLType() !== "bytea") continue;
      const [row] = await services.db
        .select({ some: sql`1` })
        .from(table)
        .where(sql`substring(${column} from 1 for ${head.length}) = ${head}`)
        .limit(1);
      if (row) found.push(`${getTableName(table)}.${column.name}`);
    }
  return [...new Set(found)].sort();
}

it("a value decrypts with its key among others, also one encrypted before keys had ids", () => {
  const plain = Buffer.from("secret");
  const sealed = encrypt([older], plain, "a");
  expect(decrypt([newer, older], sealed, "a")).toEqual(plain);
  expect(decrypt([newer], sealed, "a")).toBeNull();
  expect(decrypt([older], sealed, "b")).toBeNull();
  expect(decrypt([older], sealed.subarray(0, 20), "a")).toBeNull();
  const nonce = Buffer.alloc(12, 1);
  const cipher = createCipheriv("aes-256-gcm", older, nonce).setAAD(Buffer.from("a"));
  const first = Buffer.concat([
    ...[Buffer.of(1), nonce, cipher.update(plain), cipher.final()],
    cipher.getAuthTag(),
  ]);
  expect(decrypt([newer, older], first, "a")).toEqual(plain);
  expect(decrypt([newer], first, "a")).toBeNull();
});

it("a refresh token is recognized as long as its key is in the settings", () => {
  const token = issueRefreshToken(services, {
    ...{ workspaceId: newId(), userId: newId(), clientId: newId(), grantId: newId() },
  });
  expect(presentedRefreshToken(having([newer, older]), token)).not.toBeNull();
  expect(presentedRefreshToken(having([newer]), token)).toBeNull();
});

it("everything is re-encrypted while the service writes; then the older key can be removed", async () => {
  const { id, secret } = await makeWebhook(services, workspace.people.admin, { url: "https://example.com" });
  await services.db.update(webhooks).set({ previousSecret: webhooks.secret }).where(eq(webhooks.id, id));
  await keyring(services);
  await services.db.insert(integrations).values({
    ...{ workspaceId: workspace.id, platform: "slack", facts: {} },
    secret: sealSecret(services, workspace.id, "slack", "xoxb-1"),
    ...{ checkedAt: new Date(), createdAt: new Date(), updatedAt: new Date() },
  });
  await inTransaction(systemContext(services), (tx) =>
    enqueueMail(tx, {
      ...{ workspaceId: workspace.id, kind: "leave_decided", to: "a@example.com" },
      ...{ subject: "S", text: "T", html: "H" },
    }),
  );
  const write = (by: Services, idempotencyKey: string) =>
    apiClient(by).v2<{ data: { id: string } }>("POST", "/v2/labels", {
      key,
      json: { name: `Label ${idempotencyKey}`, color: "0000ff" },
      headers: { "idempotency-key": idempotencyKey },
    });
  const names = Array.from({ length: 8 }, () => randomUUID());
  const written = await Promise.all(names.map((name) => write(services, name)));
  expect(await columnsSealedBy(older)).toEqual([
    "idempotency_keys.body",
    "integrations.secret",
    "mails.content",
    "oauth_signing_keys.privateKey",
    "webhooks.previousSecret",
    "webhooks.secret",
  ]);

  const both = having([newer, older]);
  const [done, ...meanwhile] = await Promise.all([
    reseal([newer, older]),
    ...Array.from({ length: 8 }, () => write(both, randomUUID())),
  ]);
  expect(meanwhile.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(done).toMatchObject({
    resealed: { signingKeys: 4, webhooks: 2, integrations: 1, mails: 1 },
    unreadable: 0,
  });
  expect(await columnsSealedBy(older)).toEqual([]);
  expect((await reseal([newer, older])).resealed).toMatchObject({ webhooks: 0, answers: 0 });

  const alone = having([newer]);
  expect(await canReadSigningKeys(alone)).toBe(true);
  expect(await canReadSigningKeys(services)).toBe(false);
  const row = await webhookRow(services, id);
  expect(signingSecrets(alone, row).map((bytes) => `whsec_${bytes.toString("base64")}`)).toEqual([secret]);
  const [platform] = await services.db.select().from(integrations);
  expect(platform && openSecret(alone, platform)).toBe("xoxb-1");
  const [mail] = await services.db.select().from(mails);
  expect(mail?.content && openContent(alone.settings, mail.id, mail.content)?.text).toBe("T");
  const again = await Promise.all(names.map((name) => write(alone, name)));
  expect(again.map(({ body }) => body.data.id)).toEqual(written.map(({ body }) => body.data.id));
});

it("a value that no key decrypts is counted and stays", async () => {
  const { id } = await makeWebhook(having([Buffer.alloc(32, 1)]), workspace.people.admin, {
    url: "https://example.com/lost",
  });
  const before = await webhookRow(services, id);
  expect(await reseal([newer, older])).toMatchObject({ unreadable: 1 });
  expect(await webhookRow(services, id)).toEqual(before);
});
