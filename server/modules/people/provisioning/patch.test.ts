import fc from "fast-check";
import { expect, it } from "vitest";
import { enterpriseUserSchema } from "@/drizzle/schema/values";
import { groupAttributes, userAttributes } from "./attributes";
import { matches, parseFilter } from "./filter";
import { asGroup, memberIdsOf } from "./group-attributes";
import { type Held, patched, readOperations } from "./patch";
import { readResource } from "./read-resource";
import { ScimError } from "./scim-error";

const user: Held = {
  userName: "ada@example.com",
  active: true,
  name: { givenName: "Ada", familyName: "Lovelace" },
  emails: [
    { value: "ada@example.com", type: "work", primary: true },
    { value: "ada@home.test", type: "home" },
  ],
  [enterpriseUserSchema]: { employeeNumber: "E-1", manager: { value: "user-1" } },
};

const after = (...operations: unknown[]): Held =>
  patched(user, userAttributes, readOperations({ Operations: operations }));

it.each([
  [
    "add of a list appends, once for each value",
    { op: "add", path: "emails", value: [{ value: "ADA@home.test" }, { value: "x@y.z" }] },
    (u: Held) => (u.emails as unknown[]).length,
    3,
  ],
  [
    "add of a primary element makes the others not primary",
    { op: "add", path: "emails", value: { value: "x@y.z", primary: "True" } },
    (u: Held) => (u.emails as Held[]).map(({ primary }) => primary === true),
    [false, false, true],
  ],
  [
    "replace of a list replaces it",
    { op: "replace", path: "emails", value: [{ value: "x@y.z" }] },
    (u: Held) => u.emails,
    [{ value: "x@y.z" }],
  ],
  [
    "remove of elements by filter",
    { op: "remove", path: 'emails[type eq "home"]' },
    (u: Held) => (u.emails as unknown[]).length,
    1,
  ],
  [
    "remove of a value in an element takes the element",
    { op: "remove", path: 'emails[type eq "home"].value' },
    (u: Held) => (u.emails as unknown[]).length,
    1,
  ],
  [
    "remove of a list's values",
    { op: "Remove", path: "emails", value: [{ value: "ada@home.test" }] },
    (u: Held) => (u.emails as unknown[]).length,
    1,
  ],
  [
    "remove of an attribute",
    { op: "remove", path: "name.givenName" },
    (u: Held) => u.name,
    { familyName: "Lovelace" },
  ],
  [
    "replace with null removes",
    { op: "replace", path: `${enterpriseUserSchema}:manager`, value: null },
    (u: Held) => u[enterpriseUserSchema],
    { employeeNumber: "E-1" },
  ],
  [
    "the whole extension by its URN",
    { op: "replace", path: enterpriseUserSchema, value: { department: "R&D" } },
    (u: Held) => (u[enterpriseUserSchema] as Held).department,
    "R&D",
  ],
  [
    "a number where a text belongs",
    { op: "replace", path: `${enterpriseUserSchema}:employeeNumber`, value: 17 },
    (u: Held) => (u[enterpriseUserSchema] as Held).employeeNumber,
    "17",
  ],
  [
    "a value in a list where one belongs",
    { op: "replace", path: "title", value: [{ value: "Countess" }] },
    (u: Held) => u.title,
    "Countess",
  ],
  [
    "what RFC 7643 knows and is not kept",
    { op: "replace", path: 'phoneNumbers[type eq "work"].value', value: "1" },
    (u: Held) => u,
    user,
  ],
  [
    "id and schemas in a value without a path",
    { op: "replace", value: { id: "1", schemas: [], meta: {} } },
    (u: Held) => u,
    user,
  ],
] as [string, unknown, (user: Held) => unknown, unknown][])("%s", (_, operation, of, expected) => {
  expect(of(after(operation))).toEqual(expected);
});

it.each([
  ["invalidPath", { op: "replace", path: "emails[type eq", value: 1 }],
  ["invalidFilter", { op: "replace", path: 'emails[nothing eq "1"].value', value: "1" }],
  ["noTarget", { op: "replace", path: 'emails[type ne "work" and type ne "home"].value', value: "1" }],
  ["noTarget", { op: "remove" }],
  ["invalidValue", { op: "replace", path: "active", value: "perhaps" }],
  ["invalidValue", { op: "add", value: "text" }],
  ["invalidSyntax", { op: "move", path: "title" }],
])("400 %s", (scimType, operation) => {
  expect(() => after(operation)).toThrow(expect.objectContaining({ status: 400, scimType }));
});

it("the resource that is given stays as it was", () => {
  const before = JSON.stringify(user);
  after({ op: "replace", path: "name.givenName", value: "Grace" }, { op: "remove", path: "emails" });
  expect(JSON.stringify(user)).toBe(before);
});

const paths = fc.oneof(
  fc.constantFrom(
    "active",
    "name",
    "emails",
    "emails.value",
    'emails[type eq "work"]',
    enterpriseUserSchema,
    "__proto__",
    "constructor.prototype",
    "name.__proto__.x",
    "a".repeat(3000),
  ),
  fc.string(),
);

it("any operation ends in a resource or in a refusal, and touches no prototype", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("add", "Replace", "REMOVE"),
      fc.option(paths),
      fc.jsonValue(),
      (op, path, value) => {
        try {
          const result = after({ op, ...(path !== null && { path }), value });
          expect(Object.keys(result).every((name) => userAttributes.has(name.toLowerCase()))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    ),
    { numRuns: 3000 },
  );
});

it("any text is a filter or `invalidFilter`, and any body a resource or `invalidValue`", () => {
  const words = fc.array(
    fc.constantFrom(
      "userName",
      "eq",
      '"a"',
      "(",
      ")",
      "[",
      "]",
      "and",
      "or",
      "not",
      "pr",
      "emails",
      "type",
      "true",
      '"',
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        words.map((list) => list.join(" ")),
      ),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (text, body) => {
        for (const run of [
          () => matches(user, parseFilter(text, userAttributes)),
          () => readResource(body, userAttributes),
        ])
          try {
            run();
          } catch (error) {
            expect(error).toBeInstanceOf(ScimError);
          }
      },
    ),
    { numRuns: 3000 },
  );
});

const someone = (at: number) => `user-0190a5b4-0000-7000-8000-00000000000${at}`;
const group: Held = { displayName: "Group", members: [0, 1, 2].map((at) => ({ value: someone(at) })) };
const member = fc.oneof(
  fc.integer({ min: 0, max: 5 }).map((at) => ({ value: someone(at) })),
  fc.constantFrom<unknown>(
    { value: "group-1" },
    { type: "Group" },
    { VALUE: someone(4) },
    someone(5),
    null,
    {},
  ),
  fc.jsonValue(),
);
const operation = fc.record({
  op: fc.constantFrom("add", "Replace", "REMOVE"),
  path: fc.option(
    fc.oneof(
      fc.constantFrom("members", "Members", "displayName", "externalId", "members.value", "__proto__.x"),
      fc.integer({ min: 0, max: 5 }).map((at) => `members[value eq "${someone(at)}"]`),
      fc.constantFrom('members[type eq "User"].value', "members[value pr]", "members[", "id", "meta.version"),
    ),
    { nil: undefined },
  ),
  value: fc.oneof(
    fc.array(member, { maxLength: 4 }),
    member,
    fc.record({ members: fc.array(member), displayName: fc.constantFrom("A", "", null), id: fc.string() }),
  ),
});

it("any operations on a group end in a group of people, each once, or in a refusal, and touch no prototype", () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (operations) => {
      const before = JSON.stringify(group);
      try {
        const body = JSON.parse(JSON.stringify({ Operations: operations }));
        const result = asGroup(patched(group, groupAttributes, readOperations(body)));
        expect(Object.keys(result).every((name) => groupAttributes.has(name.toLowerCase()))).toBe(true);
        const ids = memberIdsOf(result);
        expect(new Set(ids).size).toBe(ids.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ScimError);
      }
      expect(JSON.stringify(group)).toBe(before);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
