import SCIMMY from "scimmy";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace } from "@/server/test/factories";
import type { Scim } from "@/server/test/scim-client";
import { enterpriseSchema, makeDirectory, patchSchema } from "@/server/test/scim-directory";
import { testServices } from "@/server/test/services";

/**
 * Whole cycles of provisioning in the shapes that Microsoft's and Okta's documentation show, from the first look to the last. Every answer with
 * a resource is judged by another implementation of RFC 7643.
 */

const core = "urn:ietf:params:scim:schemas:core:2.0";
const listResponse = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

let services: Services;
let send: Scim;
let domain: string;

beforeAll(async () => {
  services = await testServices();
  // It takes the class of a schema, which its types do not say.
  SCIMMY.Schemas.User.extend(SCIMMY.Schemas.EnterpriseUser as never, false);
});
afterAll(() => services.close());
beforeEach(async () => {
  const workspace = await makeWorkspace(services);
  ({ scim: send, domain } = await makeDirectory(services, workspace.id));
});

type Body = Record<string, unknown> & { id: string };

/** @throws TypeError where a resource is not what its schema says */
function judge(resource: Body): void {
  const { User, Group } = SCIMMY.Schemas;
  const Schema = (resource.schemas as string[]).includes(`${core}:Group`) ? Group : User;
  new Schema(structuredClone(resource), "out");
}

/** The judged answer's body. */
async function scim(status: number, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await send(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status);
  const schemas = answer.body.schemas as string[] | undefined;
  if (schemas?.includes(listResponse)) for (const one of answer.body.Resources as Body[]) judge(one);
  else if (status < 300 && schemas) judge(answer.body);
  return answer.body;
}

const find = async (attribute: "userName" | "displayName" | "externalId", value: string, of = "Users") => {
  const filter = encodeURIComponent(`${attribute} eq "${value}"`);
  const { Resources } = await scim(200, "GET", `/${of}?filter=${filter}&startIndex=1&count=100`);
  return Resources as Body[];
};
const patch = (status: number, path: string, ...operations: unknown[]) =>
  scim(status, "PATCH", path, { schemas: [patchSchema], Operations: operations });

/** As Entra ID creates a user: attributes that nothing here keeps, an empty list of roles, a `meta` of its own. */
const fromEntra = (name: string, more: Record<string, unknown> = {}) => ({
  schemas: [`${core}:User`, enterpriseSchema],
  ...{ externalId: `entra-${name}`, userName: `${name}@${domain}`, active: true, displayName: name },
  emails: [{ primary: true, type: "work", value: `${name}@${domain}` }],
  meta: { resourceType: "User" },
  name: { formatted: `${name} Entra`, familyName: "Entra", givenName: name },
  addresses: [{ type: "work", primary: true, country: "DE", locality: "Munich", formatted: "Munich, DE" }],
  phoneNumbers: [{ type: "work", value: "555-0100" }],
  ...{ roles: [], title: "Engineer", preferredLanguage: "de-DE" },
  [enterpriseSchema]: { employeeNumber: `E-${name}`, department: "Engineering" },
  ...more,
});

/** As Okta creates a user. */
const fromOkta = (name: string) => ({
  schemas: [`${core}:User`],
  ...{ userName: `${name}@${domain}`, name: { givenName: name, familyName: "Okta" } },
  emails: [{ primary: true, value: `${name}@${domain}`, type: "work" }],
  ...{ displayName: `${name} Okta`, locale: "en-US", externalId: `00u${name}`, groups: [], active: true },
  password: "not-for-us-1",
});

describe("a cycle of Entra ID", () => {
  it("creates, moves, renames, ends, takes back and deletes a user", async () => {
    expect(await find("userName", `mira@${domain}`)).toEqual([]);
    const { id: boss } = await scim(201, "POST", "/Users", fromEntra("boss"));
    const { id } = await scim(201, "POST", "/Users", fromEntra("mira"));
    expect(await find("externalId", "entra-mira")).toMatchObject([{ id, active: true }]);
    const at = `/Users/${id}`;
    const moved = await patch(
      200,
      at,
      { op: "Replace", path: `${enterpriseSchema}:department`, value: "Sales" },
      { op: "Replace", path: 'addresses[type eq "work"].locality', value: "Lyon" },
      { op: "Add", path: `${enterpriseSchema}:manager`, value: boss },
    );
    expect(moved).toMatchObject({ [enterpriseSchema]: { department: "Sales", manager: { value: boss } } });
    const renamed = await patch(
      200,
      at,
      { op: "Replace", path: "userName", value: `mira.lind@${domain}` },
      { op: "Replace", path: 'emails[type eq "work"].value', value: `mira.lind@${domain}` },
      { op: "Replace", path: "name.familyName", value: "Lind" },
      { op: "Replace", path: "displayName", value: "Mira Lind" },
    );
    expect(renamed).toMatchObject({ id, displayName: "Mira Lind", active: true });
    expect(await find("userName", `mira@${domain}`)).toEqual([]);
    expect(await patch(200, at, { op: "Replace", path: "active", value: "False" })).toMatchObject({
      active: false,
    });
    expect(await find("userName", `mira.lind@${domain}`)).toMatchObject([{ id, active: false }]);
    expect(await patch(200, at, { op: "Replace", path: "active", value: "True" })).toMatchObject({
      ...{ active: true, displayName: "Mira Lind", title: "Engineer" },
    });
    await patch(200, at, { op: "Replace", path: "active", value: "False" });
    await scim(204, "DELETE", at);
    await scim(404, "GET", at);
    const { id: again } = await scim(201, "POST", "/Users", fromEntra("mira"));
    expect(again).toBe(id);
  });

  it("loses the answer of a POST, is refused the second one, and finds the user", async () => {
    await scim(201, "POST", "/Users", fromEntra("lost"));
    expect(await scim(409, "POST", "/Users", fromEntra("lost"))).toMatchObject({ scimType: "uniqueness" });
    expect(await find("userName", `lost@${domain}`)).toHaveLength(1);
  });

  it("gives and takes members of a group one by one", async () => {
    const people = [];
    for (const name of ["a", "b", "c"]) people.push(await scim(201, "POST", "/Users", fromEntra(name)));
    const [a, b, c] = people.map(({ id }) => id);
    const group = { schemas: [`${core}:Group`], externalId: "g-1", displayName: "Munich", members: [] };
    const { id } = await scim(201, "POST", "/Groups", { ...group, meta: { resourceType: "Group" } });
    const at = `/Groups/${id}`;
    await patch(200, at, { op: "Add", path: "members", value: [{ value: a }, { value: b }] });
    await patch(200, at, { op: "Add", path: "members", value: [{ value: c }] });
    await patch(200, at, { op: "Remove", path: "members", value: [{ value: a }, { value: "gone" }] });
    await patch(200, at, { op: "Replace", path: "displayName", value: "Munich office" });
    const [found] = await find("displayName", "munich office", "Groups");
    const members = (found?.members ?? []) as { value: string }[];
    expect(members.map(({ value }) => value).sort()).toEqual([b, c].sort());
    await scim(204, "DELETE", at);
    expect(await find("displayName", "Munich office", "Groups")).toEqual([]);
  });
});

describe("a cycle of Okta", () => {
  it("creates, replaces, deactivates, and takes back a user", async () => {
    expect(await find("userName", `ola@${domain}`)).toEqual([]);
    const made = await scim(201, "POST", "/Users", fromOkta("ola"));
    const at = `/Users/${made.id}`;
    expect(made.password).toBeUndefined();
    const read = await scim(200, "GET", at);
    const changed = { ...read, name: { givenName: "Ola", familyName: "Berg" }, displayName: "Ola Berg" };
    expect(await scim(200, "PUT", at, changed)).toMatchObject({ id: made.id, displayName: "Ola Berg" });
    expect(await patch(200, at, { op: "replace", value: { active: false } })).toMatchObject({
      ...{ active: false, displayName: "Ola Berg", userName: `ola@${domain}` },
    });
    const back = await scim(200, "PUT", at, { ...fromOkta("ola"), id: made.id });
    expect(back).toMatchObject({ id: made.id, active: true, displayName: "ola Okta" });
  });

  it("pushes a group: made empty, filled, renamed, emptied, and filled again", async () => {
    const { id: ola } = await scim(201, "POST", "/Users", fromOkta("ola"));
    const { id: per } = await scim(201, "POST", "/Users", fromOkta("per"));
    const group = { schemas: [`${core}:Group`], displayName: "Team", members: [] };
    const { id } = await scim(201, "POST", "/Groups", group);
    const at = `/Groups/${id}`;
    const members = async () =>
      ((await scim(200, "GET", at)).members as { value: string }[] | undefined)?.map(({ value }) => value) ??
      [];
    const both = [
      { value: ola, display: `ola@${domain}` },
      { value: per, display: `per@${domain}` },
    ];
    await patch(200, at, { op: "add", path: "members", value: both });
    await patch(200, at, { op: "replace", value: { id, displayName: "Team Nord" } });
    expect((await members()).sort()).toEqual([ola, per].sort());
    await patch(200, at, { op: "remove", path: `members[value eq "${ola}"]` });
    expect(await members()).toEqual([per]);
    await patch(200, at, { op: "replace", value: { id, displayName: "Team Nord", members: [] } });
    expect(await members()).toEqual([]);
    await scim(200, "PUT", at, { ...group, id, members: both });
    expect(await members()).toHaveLength(2);
  });
});

it("two people swap their addresses: refused at once, done by way of a third address", async () => {
  const address = (name: string) => [
    { op: "Replace", path: "userName", value: `${name}@${domain}` },
    { op: "Replace", path: 'emails[type eq "work"].value', value: `${name}@${domain}` },
  ];
  const { id: a } = await scim(201, "POST", "/Users", fromEntra("left"));
  const { id: b } = await scim(201, "POST", "/Users", fromEntra("right"));
  expect(await patch(409, `/Users/${a}`, ...address("right"))).toMatchObject({ scimType: "uniqueness" });
  expect(await scim(200, "GET", `/Users/${a}`)).toMatchObject({ userName: `left@${domain}` });
  await patch(200, `/Users/${a}`, ...address("between"));
  await patch(200, `/Users/${b}`, ...address("left"));
  await patch(200, `/Users/${a}`, ...address("right"));
  expect(await find("userName", `left@${domain}`)).toMatchObject([{ id: b, externalId: "entra-right" }]);
  expect(await find("userName", `right@${domain}`)).toMatchObject([{ id: a, externalId: "entra-left" }]);
});

describe("documents", () => {
  interface Described {
    name: string;
    type: string;
    multiValued: boolean;
    caseExact?: boolean;
    mutability: string;
    returned: string;
    required: boolean;
    subAttributes?: Described[];
  }

  /** Where this server says something else than the judge, and why. */
  const own: Record<string, string> = {
    // Compared as ids are: with their case.
    "User.groups.value caseExact": "true",
    "Group.members.value caseExact": "true",
    "EnterpriseUser.manager.value caseExact": "true",
  };

  it.each(["User", "Group", "EnterpriseUser"] as const)("describe %s as RFC 7643 does", async (name) => {
    const { Resources } = (await send("GET", "/Schemas")).body;
    const theirs: { attributes: Described[] } = JSON.parse(
      JSON.stringify(SCIMMY.Schemas[name].definition.describe()),
    );
    const ours = (Resources as { name: string; attributes: Described[] }[]).find((one) => one.name === name);
    const differences: Record<string, string> = {};
    const compare = (at: string, mine: readonly Described[], judged: readonly Described[]) => {
      for (const one of mine) {
        const place = `${at}.${one.name}`;
        const other = judged.find((two) => two.name === one.name);
        if (!other) {
          differences[place] = "unknown to the judge";
          continue;
        }
        const traits = ["type", "multiValued", "caseExact", "mutability", "returned", "required"] as const;
        for (const trait of traits)
          if (one[trait] !== undefined && one[trait] !== other[trait])
            differences[`${place} ${trait}`] = String(one[trait]);
        compare(place, one.subAttributes ?? [], other.subAttributes ?? []);
      }
    };
    compare(name, ours?.attributes ?? [], theirs.attributes);
    const known = Object.fromEntries(Object.entries(own).filter(([place]) => place.startsWith(`${name}.`)));
    expect(differences).toEqual(known);
  });

  it("say of the provider and the types of resources what the judge can read", async () => {
    const { Resources } = (await send("GET", "/ResourceTypes")).body;
    for (const type of Resources as object[])
      expect(() => new SCIMMY.Schemas.ResourceType(type, "out")).not.toThrow();
    const config = (await send("GET", "/ServiceProviderConfig")).body;
    expect(() => new SCIMMY.Schemas.ServiceProviderConfig(config, "out")).not.toThrow();
  });
});
