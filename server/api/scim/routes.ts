import { ScimError } from "@/server/modules/people/provisioning/scim-error";
import { providerConfig, resourceTypes, schemas } from "./documents";
import { groupRoutes } from "./groups";
import { listAnswer } from "./list-answer";
import { type Call, type Route, scim } from "./route";
import { userRoutes } from "./users";

/** A list of documents, or the one that the address names. */
const documents = (path: string, of: (base: string) => { id: string }[]): Route[] => [
  {
    method: "GET",
    path,
    call: async ({ base }: Call) => scim(200, listAnswer(of(base), of(base).length, 1)),
  },
  {
    method: "GET",
    path: `${path}/{id}`,
    call: async ({ base, params }: Call) => {
      const found = of(base).find(
        ({ id }) => id.toLowerCase() === decodeURIComponent(params.id ?? "").toLowerCase(),
      );
      if (!found) throw new ScimError(404, null, "This document doesn't exist.");
      return scim(200, found);
    },
  },
];

export const scimRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/ServiceProviderConfig",
    call: async ({ base }: Call) => scim(200, providerConfig(base)),
  },
  ...documents("/ResourceTypes", resourceTypes),
  ...documents("/Schemas", schemas),
  ...userRoutes,
  ...groupRoutes,
];
