import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { eventTypes, testEvent } from "@/drizzle/schema/values";
import { samplePayload } from "@/server/modules/integrations/webhooks/sample-payload";
import { signatureHeaders } from "@/server/modules/integrations/webhooks/sign";
import { Timeaway, unwrapWebhook, WebhookVerificationError } from "../src/index.js";

afterEach(() => void vi.restoreAllMocks());

const [ours, old, theirs] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const written = (secret: Buffer) => `whsec_${secret.toString("base64")}`;
const body = JSON.stringify({ ...samplePayload("leave.approved"), note: "Ilić" });

/** Signed as the service does. */
const signed = (secrets: readonly Buffer[], at = new Date()) =>
  signatureHeaders({ messageId: "msg_1", at, body, secrets });

describe("accepted", () => {
  it("a body as text or bytes, headers of any platform", async () => {
    const headers = signed([ours]);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer])
      for (const given of [headers, upper, new Headers(headers)])
        expect(await unwrapWebhook(raw, given, written(ours))).toEqual(JSON.parse(body));
    const { webhooks } = new Timeaway({ apiKey: "svc_live_key", baseUrl: "http://localhost" });
    expect(await webhooks.unwrap(body, headers, written(ours))).toEqual(JSON.parse(body));
  });

  it("one of several signatures, by one of several secrets", async () => {
    expect(await unwrapWebhook(body, signed([ours, old]), written(old))).toBeDefined();
    expect(await unwrapWebhook(body, signed([old]), [written(ours), written(old)])).toBeDefined();
  });

  it.each([...eventTypes, testEvent] as const)("%s: by its type", async (type) => {
    const text = JSON.stringify(samplePayload(type));
    const headers = signatureHeaders({ messageId: "msg_1", at: new Date(), body: text, secrets: [ours] });
    const event = await unwrapWebhook(text, headers, written(ours));
    expect(event.type).toBe(type);
    if (event.type === "webhook.test") expect(event.data.webhookId).toMatch(/^webhook-/);
    else expect(event.data).toHaveProperty("previousStatus");
    if (event.type === "leave.approved") expect(event.data.user).toMatchObject({ name: "Ana Ilić" });
  });

  it.each([-299, 299])("a clock that is %d seconds off", async (seconds) => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + seconds * 1000);
    expect(
      await unwrapWebhook(body, signed([ours], new Date(Date.now() - seconds * 1000)), written(ours)),
    ).toBeDefined();
  });
});

describe("refused", () => {
  const refused = (given: Parameters<typeof unwrapWebhook>[1], text = body, secret = ours) =>
    unwrapWebhook(text, given, written(secret)).then(
      () => "accepted",
      (error: unknown) => (error instanceof WebhookVerificationError ? error.message : error),
    );

  it("a changed body, another secret's signature, or one of another scheme", async () => {
    const unknown = "No signature is of a known secret.";
    expect(await refused(signed([ours]), body.replace("APPROVED", "DENIED"))).toBe(unknown);
    expect(await refused(signed([theirs]))).toBe(unknown);
    const { "webhook-signature": signature = "", ...rest } = signed([ours]);
    for (const wrong of [signature.replace("v1", "v2"), "v1,%", "v1", "v1,", "nothing"])
      expect(await refused({ ...rest, "webhook-signature": wrong })).toBe(unknown);
  });

  it.each([-302, 302])("a delivery that is %d seconds off", async (seconds) => {
    const at = new Date(Date.now() + seconds * 1000);
    expect(await refused(signed([ours], at))).toBe("The timestamp is more than five minutes off.");
  });

  it.each([undefined, "", "whsec_", "whsec_%"])("an invalid secret: %j, and says so", async (secret) => {
    await expect(unwrapWebhook(body, signed([ours]), secret)).rejects.toThrow(TypeError);
    await expect(unwrapWebhook(body, signed([ours]), secret)).rejects.toThrow(
      "A secret has the form whsec_…",
    );
  });

  it("a missing header, or an invalid timestamp", async () => {
    const headers = signed([ours]);
    expect(await refused({ ...headers, "webhook-id": undefined })).toBe("The header webhook-id is missing.");
    expect(await refused({ ...headers, "webhook-timestamp": "now" })).toMatch("five minutes off");
  });
});
