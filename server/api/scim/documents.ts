import { enterpriseUserSchema } from "@/drizzle/schema/values";
import type { Attribute, Attributes } from "@/server/modules/people/provisioning/attributes";
import {
  groupAttributes,
  groupSchema,
  userAttributes,
  userSchema,
} from "@/server/modules/people/provisioning/attributes";
import { maxResources } from "@/server/modules/people/provisioning/policy";

/** The documents about this server (RFC 7643, 5 to 7): which of SCIM it has. */

const schemaSchema = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const resourceTypeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";

export const providerConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an administrator makes on the connection's page.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) => [
  {
    ...{ schemas: [resourceTypeSchema], id: "User", name: "User", endpoint: "/Users", schema: userSchema },
    description: "A person of the company.",
    schemaExtensions: [{ schema: enterpriseUserSchema, required: false }],
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` },
  },
  {
    ...{ schemas: [resourceTypeSchema], id: "Group", name: "Group", endpoint: "/Groups" },
    ...{ schema: groupSchema, description: "A group of people.", schemaExtensions: [] },
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/Group` },
  },
];

const unique = ["userName", "displayName"];
const types = { text: "string", boolean: "boolean", complex: "complex", list: "complex" } as const;

function described(attribute: Attribute, isRequired = false): Record<string, unknown> {
  const { name, kind, parts, isExact, isReadOnly, isImmutable, refersTo } = attribute;
  const type = refersTo ? "reference" : types[kind];
  return {
    ...{ name, type, multiValued: kind === "list", description: name, required: isRequired },
    ...(refersTo && { referenceTypes: [refersTo] }),
    ...(kind === "text" && { caseExact: isExact ?? false }),
    mutability: isReadOnly ? "readOnly" : isImmutable ? "immutable" : "readWrite",
    returned: "default",
    ...(kind === "text" && { uniqueness: unique.includes(name) && isRequired ? "server" : "none" }),
    ...(parts.size > 0 && {
      subAttributes: [...parts.values()]
        .filter(({ isDropped }) => !isDropped)
        .map((part) => described(isReadOnly ? { ...part, isReadOnly } : part)),
    }),
  };
}

const common = ["id", "externalId", "meta"];

/** Without what every resource has and what is not kept. */
const ownOf = (attributes: Attributes, required: string): Record<string, unknown>[] =>
  [...attributes.values()]
    .filter(({ name, isDropped }) => !isDropped && !common.includes(name) && !name.startsWith("urn:"))
    .map((attribute) => described(attribute, attribute.name === required));

export function schemas(base: string) {
  const document = (id: string, name: string, attributes: Record<string, unknown>[]) => ({
    ...{ schemas: [schemaSchema], id, name, description: name, attributes },
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  });
  const extension = userAttributes.get(enterpriseUserSchema.toLowerCase());
  return [
    document(userSchema, "User", ownOf(userAttributes, "userName")),
    document(groupSchema, "Group", ownOf(groupAttributes, "displayName")),
    document(enterpriseUserSchema, "EnterpriseUser", ownOf(extension?.parts ?? new Map(), "")),
  ];
}
