import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connections } from "@/drizzle/schema/connections";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { makeSamlConnection } from "@/server/test/connection-kit";
import { mailRows } from "@/server/test/mail-kit";
import { SamlProvider } from "@/server/test/saml-provider";
import { heldClock, signinPerson, signinServices } from "@/server/test/signin-fixture";
import { signingCertificate } from "@/server/test/signing-certificate";
import { getConnection } from "./list";
import { connectionDetailsView } from "./present";
import { readProvider } from "./read-provider";
import { updateConnection, updateSamlConnection } from "./update";
import { warnOfExpiry } from "./warn-of-expiry";

let provider: SamlProvider;
let services: Services;
const clock = heldClock();
const key = signingCertificate();

beforeAll(async () => {
  provider = await SamlProvider.open();
  services = await signinServices({ clock }, { WEBHOOK_ALLOW_HOSTS: provider.place });
});
afterAll(async () => {
  await services.close();
  await provider.close();
});
beforeEach(() => {
  clock.set(new Date());
  provider.key = key;
  provider.nextKey = null;
});

const read = (metadata: string) => readProvider(services, metadata);
const faultOf = (message: RegExp) => ({
  code: "VALIDATION_ERROR",
  more: { details: { fields: [{ path: "metadata", message: expect.stringMatching(message) }] } },
});

describe("metadata", () => {
  it("is read from its XML, or from its address, with the certificates of a rotation", async () => {
    provider.nextKey = signingCertificate();
    const found = await read(provider.metadata());
    expect(found).toMatchObject({ issuer: provider.entityId, ssoUrl: `${provider.origin}/sso` });
    expect(found.signingCertificates).toHaveLength(2);
    expect(await read(`${provider.origin}/metadata`)).toEqual(found);
  });

  it.each<[title: string, change: (xml: string) => string, message: RegExp]>([
    ["a document type", (xml) => `<!DOCTYPE a>${xml}`, /one SAML 2\.0 identity provider/],
    ["no identity provider", (xml) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor"), /one SAML 2\.0/],
    [
      "a private sign-in URL",
      (xml) => xml.replace(/Location="[^"]*"/g, 'Location="http://10.0.0.1/"'),
      /public/,
    ],
    [
      "no certificate",
      (xml) => xml.replace(/X509Certificate>[^<]*</g, "X509Certificate>QUJD<"),
      /one or two/,
    ],
    ["a private address", () => "http://10.0.0.1/metadata", /public host/],
    ["an address without metadata", () => `${provider.origin}/none`, /within 5 seconds/],
  ])("is refused: %s", async (_, change, message) => {
    await expect(read(change(provider.metadata()))).rejects.toMatchObject(faultOf(message));
  });

  it("is refused with a key that is too short", async () => {
    provider.key = signingCertificate({ bits: 1024 });
    await expect(read(provider.metadata())).rejects.toMatchObject(faultOf(/2,048 bits/));
  });
});

describe("a SAML connection", () => {
  it("is a draft again with another sign-in URL, not with another certificate, and has no client", async () => {
    const { workspaceId } = await signinPerson(services, { password: null });
    const id = await makeSamlConnection(services, workspaceId, provider, { state: "TESTED" });
    const ctx = await loadOperator(services, workspaceId);
    const next = signingCertificate().certificate;
    await updateSamlConnection(ctx, id, { signingCertificates: [provider.key.certificate, next] });
    expect(await getConnection(ctx, id)).toMatchObject({ state: "TESTED", protocol: "SAML", clientId: null });
    await updateSamlConnection(ctx, id, { metadata: provider.metadata().replaceAll("/sso", "/other") });
    expect(await getConnection(ctx, id)).toMatchObject({
      state: "DRAFT",
      ssoUrl: `${provider.origin}/other`,
    });
    await expect(updateConnection(ctx, id, { clientSecret: "a secret" })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    await expect(updateSamlConnection(ctx, id, { signingCertificates: ["none"] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it("warns of the certificate that expires last, 30 days ahead", async () => {
    const person = await signinPerson(services, { password: null });
    const { workspaceId } = person;
    const id = await makeSamlConnection(services, workspaceId, provider);
    const ctx = await loadOperator(services, workspaceId);
    const [soon, later] = [10, 60].map((days) => signingCertificate({ until: plus(clock(), days * day) }));
    if (!soon || !later) throw new Error("no certificates");
    const view = async () => connectionDetailsView(await getConnection(ctx, id), clock());
    await updateSamlConnection(ctx, id, { signingCertificates: [soon.certificate, later.certificate] });
    expect(await view()).toMatchObject({ expiry: "later" });
    await updateSamlConnection(ctx, id, { signingCertificates: [soon.certificate] });
    expect(await view()).toMatchObject({ expiry: "soon" });
    await warnOfExpiry(services);
    const [row] = await services.db.select().from(connections).where(eq(connections.id, id));
    expect(row?.warnedOfExpiryOn).toBe(row?.secretExpiresOn);
    expect(await mailRows(services)).toEqual([]);
  });
});
