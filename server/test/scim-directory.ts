import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createProvisioningToken } from "@/server/modules/people/provisioning/create-token";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { makeConnection, makeDomain } from "./connection-kit";
import { type Scim, scimClient } from "./scim-client";

/** The identity provider of a directory's connection. */
export const directoryProvider = {
  ...{ issuer: "https://id.example.com", client: { id: "timeaway", secret: "a secret" } },
};
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** A company's directory that provisions people of a workspace. */
export interface TestDirectory {
  connectionId: string;
  scim: Scim;
  /** Verified, and the workspace's own. */
  domain: string;
}

export async function makeDirectory(services: Services, workspaceId: string): Promise<TestDirectory> {
  const domain = `${newId()}.example`;
  await makeDomain(services, workspaceId, domain);
  const connectionId = await makeConnection(services, workspaceId, directoryProvider);
  const token = await createProvisioningToken(await loadOperator(services, workspaceId), connectionId);
  return { connectionId, domain, scim: scimClient(services, token) };
}
