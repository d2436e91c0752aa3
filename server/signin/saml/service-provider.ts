import type { Settings } from "@/server/kernel/env";
import { workspaceDigits } from "@/server/kernel/workspace-secret";

const base = "/api/auth/connection";

/** The metadata of a workspace as a service provider. Its address is the entity ID, too (decision 2.20). */
const metadataPath = (workspaceId: string): string => `${base}/saml/${workspaceDigits(workspaceId)}`;

/** A workspace as the identity providers of its SAML connections know it. */
export interface ServiceProvider {
  entityId: string;
  /** Where browsers post responses to: the assertion consumer service. */
  acsUrl: string;
}

export const serviceProviderOf = ({ appUrl }: Settings, workspaceId: string): ServiceProvider => ({
  entityId: appUrl + metadataPath(workspaceId),
  acsUrl: `${appUrl}${base}/acs/${workspaceDigits(workspaceId)}`,
});
