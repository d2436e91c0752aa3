import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { idOf } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { endProvisioningToken } from "@/server/modules/people/provisioning/end-token";
import { getProvisioning } from "@/server/modules/people/provisioning/get-provisioning";
import { listProvisioningTokens } from "@/server/modules/people/provisioning/list-tokens";
import { provisioningView } from "@/server/modules/people/provisioning/present";
import { activateConnection, pauseConnection } from "@/server/modules/workspace/connections/activate";
import { claimDomain } from "@/server/modules/workspace/connections/claim-domain";
import { listConnections, listDomains } from "@/server/modules/workspace/connections/list";
import { domainName } from "@/server/modules/workspace/connections/policy";
import { connectionView, domainView } from "@/server/modules/workspace/connections/present";
import { releaseDomain } from "@/server/modules/workspace/connections/release-domain";
import { ConnectionPatch, SamlPatch } from "@/server/modules/workspace/connections/schema";
import { updateConnection, updateSamlConnection } from "@/server/modules/workspace/connections/update";
import { verifyByOperator } from "@/server/modules/workspace/connections/verify-by-operator";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { findPolicy } from "@/server/modules/workspace/sign-in-policy/find-policy";
import { setPolicy } from "@/server/modules/workspace/sign-in-policy/set-policy";
import { validate } from "@/server/transport/validate";
import { type CommandGroup, WorkspaceOption } from "./command";

const ConnectionOptions = WorkspaceOption.extend({ connection: idOf("connection") });
const RepairOptions = ConnectionOptions.extend({
  clientSecret: z.string().optional(),
  expiresOn: z.string().optional(),
  metadata: z.string().optional(),
}).refine(
  ({ clientSecret, metadata }) => (clientSecret === undefined) !== (metadata === undefined),
  "Give --client-secret or --metadata.",
);
const DomainOptions = WorkspaceOption.extend({ name: z.string() });

const operatorOf = (services: Services, workspace: string): Promise<Ctx> => loadOperator(services, workspace);

/** The claimed domain with this name. @throws ApiError RESOURCE_NOT_FOUND */
async function domainId(ctx: Ctx, name: string): Promise<string> {
  const found = (await listDomains(ctx)).find((one) => one.name === domainName(name));
  if (found) return found.id;
  throw new ApiError("RESOURCE_NOT_FOUND", { description: "The workspace hasn't claimed this domain." });
}

export const connectionCommands: CommandGroup = (program, perform) => {
  const group = program.command("connection").description("a workspace's own sign-in");
  group
    .command("list")
    .description(
      "list the connections and domains of a workspace, and whether people sign in through connections only",
    )
    .requiredOption("--workspace <id>")
    .action((given: object) =>
      perform(async (services) => {
        const ctx = await operatorOf(services, validate(WorkspaceOption, given).workspace);
        return {
          connectionsOnly: (await findPolicy(ctx.db, ctx.actor.workspaceId)).connectionsOnly,
          connections: (await listConnections(ctx)).map((row) => connectionView(row, ctx.now())),
          domains: (await listDomains(ctx)).map(domainView),
        };
      }),
    );
  group
    .command("disable")
    .description("take an active connection off the sign-in page")
    .requiredOption("--workspace <id>")
    .requiredOption("--connection <id>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, connection } = validate(ConnectionOptions, given);
        await pauseConnection(await operatorOf(services, workspace), connection);
        return { disabled: true };
      }),
    );
  group
    .command("enable")
    .description("offer a tested connection on the sign-in page again")
    .requiredOption("--workspace <id>")
    .requiredOption("--connection <id>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, connection } = validate(ConnectionOptions, given);
        await activateConnection(await operatorOf(services, workspace), connection);
        return { enabled: true };
      }),
    );
  group
    .command("repair")
    .description(
      "replace the client secret, or the certificates of SAML, as when they have expired and no administrator gets in",
    )
    .requiredOption("--workspace <id>")
    .requiredOption("--connection <id>")
    .option("--client-secret <secret>", "of a connection of OpenID Connect")
    .option("--expires-on <date>", "when the new secret expires; without one it is unknown")
    .option("--metadata <url>", "of a SAML connection's identity provider: its address, or the XML")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, connection, clientSecret, expiresOn, metadata } = validate(RepairOptions, given);
        const ctx = await operatorOf(services, workspace);
        if (metadata === undefined) {
          const patch = validate(ConnectionPatch, { clientSecret, secretExpiresOn: expiresOn ?? null });
          await updateConnection(ctx, connection, patch);
        } else await updateSamlConnection(ctx, connection, validate(SamlPatch, { metadata }));
        return { repaired: true };
      }),
    );
  program
    .command("sign-in")
    .description("who may sign in how")
    .command("open")
    .description("let people of a workspace sign in in every way again, not through its connections only")
    .requiredOption("--workspace <id>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace } = validate(WorkspaceOption, given);
        await setPolicy(await operatorOf(services, workspace), false);
        return { connectionsOnly: false };
      }),
    );
  const provisioning = program
    .command("provisioning")
    .description("how a company's directory provisions people");
  provisioning
    .command("show")
    .description("list the tokens of a connection, and how many people its directory provisions")
    .requiredOption("--workspace <id>")
    .requiredOption("--connection <id>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, connection } = validate(ConnectionOptions, given);
        return provisioningView(await getProvisioning(await operatorOf(services, workspace), connection));
      }),
    );
  provisioning
    .command("end")
    .description("end the tokens of a connection, so that its directory changes nothing any more")
    .requiredOption("--workspace <id>")
    .requiredOption("--connection <id>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, connection } = validate(ConnectionOptions, given);
        const ctx = await operatorOf(services, workspace);
        const tokens = await listProvisioningTokens(ctx, connection);
        for (const { id } of tokens) await endProvisioningToken(ctx, id);
        return { ended: tokens.length };
      }),
    );
  const domains = program.command("email-domain").description("domains that workspaces sign in with");
  domains
    .command("verify")
    .description("vouch for a workspace's domain, which need not have a TXT record then")
    .requiredOption("--workspace <id>")
    .requiredOption("--name <domain>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, name } = validate(DomainOptions, given);
        const ctx = await operatorOf(services, workspace);
        const known = (await listDomains(ctx)).find((one) => one.name === domainName(name))?.id;
        const id = known ?? (await claimDomain(ctx, name));
        await verifyByOperator(ctx, id);
        return { domain: domainName(name), verified: true };
      }),
    );
  domains
    .command("remove")
    .description("remove a workspace's domain, so that another workspace can verify it")
    .requiredOption("--workspace <id>")
    .requiredOption("--name <domain>")
    .action((given: object) =>
      perform(async (services) => {
        const { workspace, name } = validate(DomainOptions, given);
        const ctx = await operatorOf(services, workspace);
        await releaseDomain(ctx, await domainId(ctx, name));
        return { domain: domainName(name), removed: true };
      }),
    );
};
