import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";
import { minute, plus } from "@/server/kernel/time/clock";
import { signatureHeaders } from "./sign";

const text = (secret: Buffer) => `whsec_${secret.toString("base64")}`;
/** Verifiers as receivers use them; each throws when it refuses. */
const oracles = {
  standardwebhooks: (secret: Buffer, body: string, headers: Record<string, string>) =>
    new StandardWebhook(text(secret)).verify(body, headers),
  svix: (secret: Buffer, body: string, headers: Record<string, string>) =>
    new SvixWebhook(text(secret)).verify(body, headers),
};

const secret = Buffer.alloc(32, 7);
const old = randomBytes(32);
const signed = (body: string, secrets = [secret], at = new Date()) =>
  signatureHeaders({ messageId: "msg_01KAHJ3N5T7W9Y1B3D5F7H9K1M", at, body, secrets });

describe.each(Object.entries(oracles))("verified by %s", (_name, verify) => {
  it.each([
    ["plain", "{}"],
    ["line breaks", '{\r\n\t"a" : 1\n}\n'],
    ["beyond the BMP", JSON.stringify({ name: "Ana Ilić 🌴 𝒳 \u200f" })],
    ["escapes", JSON.stringify({ a: '"\\/\u0000\u2028</script>' })],
    ["dots, as the signed text has", JSON.stringify({ a: "msg_1.123.{}" })],
    ["numbers that another serialiser writes differently", '{"a":1.0,"b":1e3,"c":-0}'],
    ["long", JSON.stringify({ a: "x".repeat(19_000) })],
  ])("accepts a body with %s", (_kind, body) => {
    expect(() => verify(secret, body, signed(body))).not.toThrow();
  });

  it("accepts any JSON", () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (body) => {
        expect(() => verify(secret, body, signed(body))).not.toThrow();
      }),
    );
  });

  it("during a rotation accepts both the new and the old secret, afterwards only the new one", () => {
    const during = signed("{}", [secret, old]);
    expect(during["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(() => verify(secret, "{}", during)).not.toThrow();
    expect(() => verify(old, "{}", during)).not.toThrow();
    const after = signed("{}", [secret]);
    expect(() => verify(secret, "{}", after)).not.toThrow();
    expect(() => verify(old, "{}", after)).toThrow();
  });

  it("refuses another body, another id, and a timestamp six minutes off", () => {
    const headers = signed('{"a":1}');
    expect(() => verify(secret, '{"a":2}', headers)).toThrow();
    expect(() => verify(secret, '{"a":1}', { ...headers, "webhook-id": "msg_2" })).toThrow();
    for (const off of [-6, 6]) {
      const shifted = signed("{}", [secret], plus(new Date(), off * minute));
      expect(() => verify(secret, "{}", shifted)).toThrow();
    }
  });
});
