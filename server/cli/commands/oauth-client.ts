import type { Command } from "commander";
import { createClient } from "@/server/oauth/clients/create-client";
import { deleteClient } from "@/server/oauth/clients/delete-client";
import { operator } from "@/server/oauth/clients/keeper";
import { listClients } from "@/server/oauth/clients/list-clients";
import { clientRecord } from "@/server/oauth/clients/present-client";
import { rotateClientSecret } from "@/server/oauth/clients/rotate-client-secret";
import { updateClient } from "@/server/oauth/clients/update-client";
import { OauthClientCreate, OauthClientUpdate } from "@/server/oauth/schema";
import { askableScopes } from "@/server/oauth/scopes";
import { validate } from "@/server/transport/validate";
import { type CommandGroup, type Perform, repeated } from "./command";

const scopeList = (text: string): string[] =>
  text === "all" ? [...askableScopes] : text.split(",").map((scope) => scope.trim());

export const oauthClientCommands: CommandGroup = (program, perform) => {
  const group = program.command("oauth-client").description("confidential OAuth clients");
  addCreate(group, perform);
  addUpdate(group, perform);
  group
    .command("list")
    .description("list confidential clients of every workspace")
    .action(() => perform(async (services) => ({ clients: await listClients(operator(services)) })));
  group
    .command("rotate-secret")
    .description("create a new secret and print it, this once; the previous one keeps working")
    .requiredOption("--client-id <id>")
    .option("--drop-old", "end all previous secrets now")
    .action(({ clientId, dropOld }: { clientId: string; dropOld?: boolean }) =>
      perform(async (services) => {
        const { client, secret } = await rotateClientSecret(operator(services), clientId, {
          keepPrevious: !dropOld,
        });
        return { client: { ...clientRecord(client), client_secret: secret } };
      }),
    );
  group
    .command("delete")
    .description("delete a client and end all its grants")
    .requiredOption("--client-id <id>")
    .action(({ clientId }: { clientId: string }) =>
      perform(async (services) => {
        await deleteClient(operator(services), clientId);
        return { client: { client_id: clientId, deleted: true } };
      }),
    );
};

type CreateOptions = { name: string; redirectUri: string[]; scopes: string; authMethod?: string };

function addCreate(group: Command, perform: Perform): void {
  group
    .command("create")
    .description("create a client and print its secret, this once")
    .requiredOption("--name <name>")
    .requiredOption("--redirect-uri <uri>", "where to send people back to (repeatable)", repeated, [])
    .requiredOption("--scopes <a,b>", "comma-separated, or all")
    .option("--auth-method <method>", "client_secret_basic or client_secret_post; both are accepted")
    .action(({ name, redirectUri, scopes, authMethod }: CreateOptions) =>
      perform(async (services) => {
        const input = validate(OauthClientCreate, {
          name,
          redirectUris: redirectUri,
          scopes: scopeList(scopes),
          tokenEndpointAuthMethod: authMethod,
        });
        const { client, secret } = await createClient(operator(services), input);
        return { client: { ...clientRecord(client), client_secret: secret } };
      }),
    );
}

type UpdateOptions = { clientId: string; name?: string; redirectUri: string[]; scopes?: string };

function addUpdate(group: Command, perform: Perform): void {
  group
    .command("update")
    .description("change a client; lists replace the current ones")
    .requiredOption("--client-id <id>")
    .option("--name <name>")
    .option("--redirect-uri <uri>", "(repeatable)", repeated, [])
    .option("--scopes <a,b>", "comma-separated, or all")
    .action(({ clientId, name, redirectUri, scopes }: UpdateOptions) =>
      perform(async (services) => {
        const input = validate(OauthClientUpdate, {
          name,
          redirectUris: redirectUri.length > 0 ? redirectUri : undefined,
          scopes: scopes === undefined ? undefined : scopeList(scopes),
        });
        return { client: await updateClient(operator(services), clientId, input) };
      }),
    );
}
