import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import {
  connectionAccounts,
  connections,
  signInAttempts,
  usedAssertions,
} from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, minute, plus } from "@/server/kernel/time/clock";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { updateSamlConnection } from "@/server/modules/workspace/connections/update";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { confirmLink } from "@/server/signin/connections/confirm-link";
import { deleteOldAttempts } from "@/server/signin/connections/delete-old-attempts";
import { ConnectionBrowser, makeDomain, makeSamlConnection } from "@/server/test/connection-kit";
import { type SamlMisdeeds, SamlProvider } from "@/server/test/saml-provider";
import { heldClock, password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { signingCertificate } from "@/server/test/signing-certificate";
import { spMetadata } from "./saml-client";
import { serviceProviderOf } from "./service-provider";

let provider: SamlProvider;
let services: Services;
const clock = heldClock();
let domainCount = 0;

beforeAll(async () => {
  provider = await SamlProvider.open();
  services = await signinServices(
    { clock },
    { APP_URL: "https://app.test", WEBHOOK_ALLOW_HOSTS: provider.place },
  );
});
afterAll(async () => {
  await services.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave();
  clock.set(new Date());
});

type Given = Parameters<typeof signinPerson>[1] & { connection?: Parameters<typeof makeSamlConnection>[3] };

/** A workspace with a person, a verified domain, and a SAML connection. */
async function setUp({ connection, ...given }: Given = {}) {
  const domain = `saml${++domainCount}.example`;
  const person = await signinPerson(services, { password: null, email: `ana@${domain}`, ...given });
  const { workspaceId } = person;
  await makeDomain(services, workspaceId, domain);
  const connectionId = await makeSamlConnection(services, workspaceId, provider, connection);
  const nameId = newId();
  provider.person = { nameId, attributes: { email: person.email } };
  return { ...person, domain, connectionId, nameId, way: { workspaceId, connectionId } };
}

type Way = { workspaceId: string; connectionId: string };
const signIn = (way: Way, returnTo = "/dashboard") =>
  new ConnectionBrowser(services).signInBySaml(way, provider, { returnTo });
const sessionsOf = (userId: string) => services.db.select().from(sessions).where(eq(sessions.userId, userId));

describe("signing in", () => {
  it("finds the person by the address once, then by the account, and returns to the deep link", async () => {
    const { userId, way, domain, workspaceId, nameId } = await setUp();
    expect(await signIn(way, "/dashboard/leaves?status=NEW")).toMatchObject({
      kind: "entered",
      returnTo: "/dashboard/leaves?status=NEW",
      entered: { person: { userId } },
    });
    provider.person = { nameId, attributes: { email: `another@${domain}` } };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    const [session] = await sessionsOf(userId);
    expect(session).toMatchObject({ method: "CONNECTION", connectionId: way.connectionId });
    const [account] = await services.db
      .select()
      .from(connectionAccounts)
      .where(eq(connectionAccounts.workspaceId, workspaceId));
    expect(account).toMatchObject({ issuer: provider.entityId, subject: `persistent!!!${nameId}` });
  });

  it("asks as metadata says, without an identifier or authentication that the company has not chosen", async () => {
    const { way, workspaceId } = await setUp();
    await signIn(way);
    const { entityId, acsUrl } = serviceProviderOf(services.settings, workspaceId);
    expect(provider.lastRequest).toContain(`AssertionConsumerServiceURL="${acsUrl}"`);
    expect(provider.lastRequest).toContain(`>${entityId}<`);
    expect(provider.lastRequest).not.toMatch(/RequestedAuthnContext|NameIDPolicy[^>]* Format|ForceAuthn/);
    const metadata = spMetadata(services.settings, workspaceId);
    for (const part of [`entityID="${entityId}"`, `Location="${acsUrl}"`, 'WantAssertionsSigned="true"'])
      expect(metadata).toContain(part);
  });

  it("takes an address as NameID, whatever the case, and finds the address without an attribute", async () => {
    const { way, userId, email } = await setUp();
    provider.person = { nameId: email, format: "email" };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    provider.person = { nameId: email.toUpperCase(), format: "email" };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    const accounts = await services.db
      .select()
      .from(connectionAccounts)
      .where(eq(connectionAccounts.userId, userId));
    expect(accounts.map(({ subject }) => subject)).toEqual([`email!!!${email}`]);
  });

  it("takes qualifiers as a part of the identity, but for those that only repeat issuer and audience", async () => {
    const { way, userId, nameId, workspaceId, email } = await setUp();
    await signIn(way);
    const { entityId } = serviceProviderOf(services.settings, workspaceId);
    const usual = ` NameQualifier="${provider.entityId}" SPNameQualifier="${entityId}"`;
    provider.person = { nameId, qualifiers: usual };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    provider.person = { nameId, qualifiers: ' NameQualifier="other"', attributes: { email } };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
  });

  it("refuses a NameID that is another at each sign-in", async () => {
    const { way } = await setUp();
    provider.person = { ...provider.person, format: "transient" };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NAME_ID" });
  });

  it("counts an address only within verified domains, and no attribute speaks for another", async () => {
    const { way, workspaceId, userId, email } = await setUp();
    const foreign = await setUp();
    provider.person = { nameId: newId(), attributes: { email: foreign.email } };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "FOREIGN_DOMAIN" });
    provider.person = { nameId: newId(), attributes: { iss: "evil", sub: "evil", email_verified: "true" } };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NO_ADDRESS" });
    provider.person = {
      nameId: newId(),
      attributes: { __proto__x: "1", iss: "evil", sub: "evil", mail: email },
    };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, workspaceId), eq(auditEvents.action, "session.refuse")));
    expect(lines).toHaveLength(2);
  });

  it("creates people where the connection does that, with their name, and lets no one inactive in", async () => {
    const { way, workspaceId, domain, userId } = await setUp();
    const [place] = await services.db.select().from(users).where(eq(users.id, userId));
    if (!place) throw new Error("no person");
    await services.db
      .update(connections)
      .set({ createsPeople: true, locationId: place.locationId, departmentId: place.departmentId })
      .where(eq(connections.id, way.connectionId));
    provider.person = {
      nameId: newId(),
      attributes: { email: `bo@${domain}`, givenName: "Bo", surname: "Novák" },
    };
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    const find = () =>
      services.db
        .select()
        .from(users)
        .where(and(eq(users.workspaceId, workspaceId), eq(users.email, `bo@${domain}`)));
    expect(await find()).toMatchObject([{ name: "Bo Novák", isAdmin: false }]);
    await services.db
      .update(users)
      .set({ status: "INACTIVE" })
      .where(eq(users.email, `bo@${domain}`));
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
    expect(await find()).toHaveLength(1);
  });

  it("has someone with a password confirm the account once", async () => {
    const { way, userId } = await setUp({ password });
    const found = await signIn(way);
    if (found?.kind !== "confirm") throw new Error(`not to be confirmed: ${found?.kind}`);
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await confirmLink(services, found.link, "wrong", someBrowser())).toMatchObject({ ok: false });
    expect(await confirmLink(services, found.link, password, someBrowser())).toMatchObject({ ok: true });
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
  });

  it("works where people sign in through connections only, and links at once", async () => {
    const { way, userId, workspaceId } = await setUp({ password });
    await services.db.update(workspaces).set({ connectionsOnly: true }).where(eq(workspaces.id, workspaceId));
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
  });

  it("asks for a fresh sign-in, and refuses an earlier one", async () => {
    const { way } = await setUp();
    const fresh = { after: plus(clock(), -minute), maxAgeSeconds: 60, isPrompted: false };
    const browser = new ConnectionBrowser(services);
    expect(await browser.signInBySaml(way, provider, { fresh })).toMatchObject({ kind: "entered" });
    expect(provider.lastRequest).toContain('ForceAuthn="true"');
    const earlier = new Date(Date.now() - 10 * minute).toISOString();
    provider.does.draft = (xml) => xml.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${earlier}"`);
    expect(await browser.signInBySaml(way, provider, { fresh })).toMatchObject({ problem: "NOT_FRESH" });
    provider.does.draft = (xml) => xml.replace(/ AuthnInstant="[^"]*"/, "");
    expect(await browser.signInBySaml(way, provider, { fresh })).toMatchObject({ problem: "NO_AUTH_TIME" });
  });

  it("stores the outcome of a test, and makes a draft tested", async () => {
    const { way, userId, workspaceId, connectionId } = await setUp({ connection: { state: "DRAFT" } });
    const browser = new ConnectionBrowser(services);
    const test = () => browser.signInBySaml(way, provider, { testerId: userId });
    const load = async () => getConnection(await loadOperator(services, workspaceId), connectionId);
    provider.does.signs.response = false;
    expect(await test()).toMatchObject({ kind: "tested" });
    expect(await load()).toMatchObject({ state: "DRAFT", lastTest: { problem: "NOT_SIGNED" } });
    provider.behave();
    clock.pass(1000);
    expect(await test()).toMatchObject({ kind: "tested" });
    expect(await load()).toMatchObject({ state: "TESTED", lastTest: { problem: null } });
    expect(await sessionsOf(userId)).toEqual([]);
  });
});

const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
const signaturesOf = (xml: string) => xml.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/** The parts of a signed response, and a copy of its assertion for someone else, without a signature. */
function partsOf(xml: string) {
  const [ofResponse = "", ofAssertion = ""] = signaturesOf(xml);
  const assertion = assertionOf(xml);
  const evil = assertion
    .replace(ofAssertion, "")
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, "$1victim");
  const evilRoot = xml
    .replace(ofResponse, "")
    .replace(assertion, evil)
    .replace(/ ID="[^"]*"/, ' ID="_evilroot"');
  return { ofResponse, ofAssertion, assertion, evil, evilRoot };
}
const inside = (signature: string, xml: string) =>
  signature.replace("</ds:Signature>", `<ds:Object>${xml}</ds:Object></ds:Signature>`);

/** The eight forms of Somorovsky et al., "On Breaking SAML" (2012). */
const wrapping: Record<string, (xml: string) => string> = {
  "1: the response within the signature of a forged one": (xml) => {
    const { ofResponse, evilRoot } = partsOf(xml);
    const original = xml.replace(ofResponse, "");
    return evilRoot.replace("</saml:Issuer>", `</saml:Issuer>${inside(ofResponse, original)}`);
  },
  "2: the response before the signature of a forged one": (xml) => {
    const { ofResponse, evilRoot } = partsOf(xml);
    const original = xml.replace(ofResponse, "");
    return evilRoot.replace("</saml:Issuer>", `</saml:Issuer>${original}${ofResponse}`);
  },
  "3: a forged assertion before the signed one": (xml) => {
    const { assertion, evil } = partsOf(xml);
    return xml.replace(assertion, evil + assertion);
  },
  "4: the signed assertion within a forged one": (xml) => {
    const { assertion, evil } = partsOf(xml);
    return xml.replace(assertion, evil.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`));
  },
  "5: a forged assertion with the signature of the other": (xml) => {
    const { assertion, evil, ofAssertion } = partsOf(xml);
    const signed = evil.replace("</saml:Issuer>", `</saml:Issuer>${ofAssertion}`);
    return xml.replace(assertion, signed + assertion.replace(ofAssertion, ""));
  },
  "6: the signed assertion within the signature of a forged one": (xml) => {
    const { assertion, evil, ofAssertion } = partsOf(xml);
    const within = ofAssertion.replace(
      "</ds:Signature>",
      `${assertion.replace(ofAssertion, "")}</ds:Signature>`,
    );
    return xml.replace(assertion, evil.replace("</saml:Issuer>", `</saml:Issuer>${within}`));
  },
  "7: a forged assertion in extensions": (xml) => {
    const { assertion, evil } = partsOf(xml);
    return xml.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`);
  },
  "8: the signed assertion in an object of the signature of a forged one": (xml) => {
    const { assertion, evil, ofAssertion } = partsOf(xml);
    const object = inside(ofAssertion, assertion.replace(ofAssertion, ""));
    return xml.replace(assertion, evil.replace("</saml:Issuer>", `</saml:Issuer>${object}`));
  },
};

/** What does not sign in, with what is wrong, and the problem. */
const attacks: Record<string, [wrong: () => Partial<SamlMisdeeds>, problem: string]> = {
  ...Object.fromEntries(
    Object.entries(wrapping).map(([title, signed]) => [
      `signature wrapping ${title}`,
      [() => ({ signed }), "INVALID_ANSWER"] as [() => Partial<SamlMisdeeds>, string],
    ]),
  ),
  "a comment in the NameID": [
    () => ({ draft: (xml) => xml.replace(/(<saml:NameID[^>]*>..)/, "$1<!---->") }),
    "INVALID_ANSWER",
  ],
  "a comment that was added in the NameID": [
    () => ({ signed: (xml) => xml.replace(/(<saml:NameID[^>]*>..)/, "$1<!-- -->") }),
    "INVALID_ANSWER",
  ],
  "a processing instruction in an attribute": [
    () => ({ draft: (xml) => xml.replace("<saml:AttributeValue>", "<saml:AttributeValue>a<?x y?>") }),
    "INVALID_ANSWER",
  ],
  "two signed assertions": [
    () => ({
      draft: (xml) => {
        const one = assertionOf(xml);
        return xml.replace(one, one.replace(/ ID="[^"]*"/, ' ID="_second"') + one);
      },
    }),
    "INVALID_ANSWER",
  ],
  "an unsigned response around a signed assertion": [
    () => ({ signs: { assertion: true, response: false } }),
    "NOT_SIGNED",
  ],
  "a signed response around an unsigned assertion": [
    () => ({ signs: { assertion: false, response: true } }),
    "NOT_SIGNED",
  ],
  "nothing signed": [() => ({ signs: { assertion: false, response: false } }), "NOT_SIGNED"],
  "a certificate that is not the connection's": [() => ({ key: signingCertificate() }), "NOT_SIGNED"],
  "a changed value": [
    () => ({ signed: (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, "$1victim") }),
    "NOT_SIGNED",
  ],
  "a changed value outside of the assertion": [
    () => ({ signed: (xml) => xml.replace("<samlp:Status>", '<samlp:Status Id="x">') }),
    "NOT_SIGNED",
  ],
  "SHA-1": [() => ({ algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }), "INVALID_ANSWER"],
  "the audience of another": [() => ({ audience: "https://app.test/other" }), "INVALID_ANSWER"],
  "no audience": [
    () => ({ draft: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s, "") }),
    "INVALID_ANSWER",
  ],
  "another Recipient": [
    () => ({ draft: (xml) => xml.replace(/Recipient="[^"]*"/, 'Recipient="https://other.test/acs"') }),
    "INVALID_ANSWER",
  ],
  "another Destination": [
    () => ({ draft: (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://other.test/acs"') }),
    "INVALID_ANSWER",
  ],
  "another InResponseTo": [() => ({ inResponseTo: "_other" }), "INVALID_ANSWER"],
  "another InResponseTo of the subject": [
    () => ({
      draft: (xml) => xml.replace(/(<saml:SubjectConfirmationData InResponseTo=")[^"]*/, "$1_other"),
    }),
    "INVALID_ANSWER",
  ],
  "a holder-of-key confirmation": [
    () => ({ draft: (xml) => xml.replace(":cm:bearer", ":cm:holder-of-key") }),
    "INVALID_ANSWER",
  ],
  "an issuer in another spelling": [
    () => ({ draft: (xml) => xml.replaceAll("/entity</saml:Issuer>", "/Entity</saml:Issuer>") }),
    "WRONG_ISSUER",
  ],
  "an issuer with a line break": [
    () => ({ draft: (xml) => xml.replaceAll("/entity</saml:Issuer>", "/entity\n</saml:Issuer>") }),
    "WRONG_ISSUER",
  ],
  "a clock 6 minutes ahead": [() => ({ aheadMs: 6 * minute }), "CLOCK"],
  "a clock 6 minutes behind": [() => ({ aheadMs: -6 * minute }), "CLOCK"],
  "a time that has passed": [
    () => ({
      draft: (xml) => {
        const past = new Date(Date.now() - 6 * minute).toISOString();
        return xml.replace(/(<saml:Conditions .*)NotOnOrAfter="[^"]*"/, `$1NotOnOrAfter="${past}"`);
      },
    }),
    "CLOCK",
  ],
  "another status": [
    () => ({ draft: (xml) => xml.replace("status:Success", "status:AuthnFailed") }),
    "DENIED",
  ],
  "a document type with entities": [
    () => ({
      signed: (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace(/(<saml:NameID[^>]*>)[^<]*/, "$1&b;")}`,
    }),
    "INVALID_ANSWER",
  ],
  "300 KB": [
    () => ({
      draft: (xml) => xml.replace("<saml:AttributeValue>", `<saml:AttributeValue>${"a".repeat(300 * 1024)}`),
    }),
    "INVALID_ANSWER",
  ],
  "elements without end": [
    () => ({ signed: () => `${"<a>".repeat(30_000)}${"</a>".repeat(30_000)}` }),
    "INVALID_ANSWER",
  ],
  "an encrypted assertion": [
    () => ({
      draft: (xml) => xml.replace(assertionOf(xml), "<saml:EncryptedAssertion/>"),
      signs: { assertion: false, response: true },
    }),
    "INVALID_ANSWER",
  ],
  "no XML": [() => ({ signed: () => "SAML" }), "INVALID_ANSWER"],
  HTML: [() => ({ signed: () => `<html ${namespaces}><p>Error</html>` }), "INVALID_ANSWER"],
};

describe("a response is refused", () => {
  it.each(Object.entries(attacks))("with %s", async (_, [wrong, problem]) => {
    const { way, userId } = await setUp();
    const known = await signIn(way);
    expect(known).toMatchObject({ kind: "entered" });
    Object.assign(provider.does, wrong());
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem });
    expect(await sessionsOf(userId)).toHaveLength(1);
    provider.behave();
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
  });

  it("that is no base64, or has another encoding", async () => {
    const { way } = await setUp();
    const browser = new ConnectionBrowser(services);
    for (const SAMLResponse of [
      "",
      "%%%",
      "PFJlc3BvbnNl",
      Buffer.from([0xff, 0xfe, 0x3c]).toString("base64"),
    ]) {
      const form = await provider.authorize(await browser.begin(way));
      expect(await browser.bring({ ...form, SAMLResponse })).toMatchObject({ problem: "INVALID_ANSWER" });
    }
  });

  it("at the address of another workspace, and with another's RelayState", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const browser = new ConnectionBrowser(services);
    const theirPerson = provider.person;
    provider.person = { nameId: one.nameId, attributes: { email: one.email } };
    const form = await provider.authorize(await browser.begin(one.way));
    provider.person = theirPerson;
    const elsewhere = { ...form, acsUrl: serviceProviderOf(services.settings, other.workspaceId).acsUrl };
    expect(await browser.post(elsewhere)).toEqual({ kind: "over" });
    const theirs = await provider.authorize(await browser.begin(other.way));
    expect(await browser.bring({ ...theirs, SAMLResponse: form.SAMLResponse })).toMatchObject({
      kind: "refused",
      problem: "INVALID_ANSWER",
    });
    // Nothing of it was used up.
    expect(await browser.bring(form)).toMatchObject({ kind: "entered" });
  });

  it("that answers no request: with other words where someone began at their provider", async () => {
    const { way } = await setUp();
    const browser = new ConnectionBrowser(services);
    const form = await provider.authorize(await browser.begin(way));
    expect(await browser.post({ ...form, RelayState: "" })).toEqual({ kind: "over" });
    provider.does.draft = (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, "");
    const unasked = await provider.authorize(await browser.begin(way));
    expect(await browser.post({ ...unasked, RelayState: "" })).toEqual({ kind: "unasked" });
    expect(await browser.bring(unasked)).toMatchObject({ kind: "refused", problem: "INVALID_ANSWER" });
  });

  it("of a certificate that was replaced; during a rotation both count", async () => {
    const { way, workspaceId, connectionId } = await setUp();
    const next = signingCertificate();
    const ctx = await loadOperator(services, workspaceId);
    const set = (...certificates: string[]) =>
      updateSamlConnection(ctx, connectionId, { signingCertificates: certificates });
    await set(provider.key.certificate, next.certificate);
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    provider.does.key = next;
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    await set(next.certificate);
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    provider.behave();
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_SIGNED" });
  });
});

describe("a response counts once", () => {
  it("of any number of posts and callbacks at once, and never again", async () => {
    const { way, userId } = await setUp();
    const browser = new ConnectionBrowser(services);
    const form = await provider.authorize(await browser.begin(way));
    const all = await Promise.all(Array.from({ length: 8 }, () => browser.bring(form)));
    const kinds = all.map((one) => one?.kind ?? "over");
    expect(kinds.filter((kind) => kind === "entered")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "over")).toHaveLength(7);
    expect(await browser.post(form)).toEqual({ kind: "over" });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  it("for the browser that began; another one gets nothing by posting it", async () => {
    const { way, userId } = await setUp();
    const [own, other] = [new ConnectionBrowser(services), new ConnectionBrowser(services)];
    const form = await provider.authorize(await own.begin(way));
    expect(await other.bring(form)).toEqual({ kind: "over" });
    expect(await sessionsOf(userId)).toEqual([]);
    expect(
      await own.finish(new URL(`https://app.test/x?state=${form.RelayState}`), way.workspaceId),
    ).toMatchObject({
      kind: "entered",
    });
  });

  it("by the assertion's ID, also in answer to another request, until none like it would be accepted", async () => {
    const { way, connectionId } = await setUp();
    provider.does.draft = (xml) => xml.replace(/(<saml:Assertion ID=")[^"]*/, "$1_same");
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "INVALID_ANSWER" });
    const kept = () =>
      services.db.select().from(usedAssertions).where(eq(usedAssertions.connectionId, connectionId));
    expect(await kept()).toHaveLength(1);
    clock.pass(day + 20 * minute);
    await deleteOldAttempts(services);
    expect(await kept()).toEqual([]);
    const attempts = await services.db
      .select()
      .from(signInAttempts)
      .where(eq(signInAttempts.connectionId, connectionId));
    expect(attempts).toEqual([]);
  });

  it("within 15 minutes", async () => {
    const { way } = await setUp();
    const browser = new ConnectionBrowser(services);
    const form = await provider.authorize(await browser.begin(way));
    clock.pass(15 * minute);
    expect(await browser.post(form)).toEqual({ kind: "over" });
  });
});
