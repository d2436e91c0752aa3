import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { roleScopes } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createApiKey } from "@/server/modules/api-keys/create";
import { apiKeyView } from "@/server/modules/api-keys/present";
import { ApiKeyCreate } from "@/server/modules/api-keys/schema";
import { findPersonAnywhere } from "@/server/modules/people/find-person-anywhere";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

type Options = { owner: string; name: string; scopes: string };

export const apiKeyCommands: CommandGroup = (program, perform) => {
  program
    .command("api-key")
    .description("v2 keys")
    .command("create")
    .description("make a key; it is shown only here")
    .requiredOption("--owner <email>", "whose right it carries: e-mail address or id")
    .requiredOption("--name <name>")
    .requiredOption("--scopes <a,b>", "comma-separated, or all: every scope of the owner's role")
    .action((options: Options) => perform((services) => makeKey(services, options)));
};

async function makeKey(services: Services, { owner, name, scopes }: Options): Promise<object> {
  const { workspaceId, userId } = await findPersonAnywhere(services, owner);
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  if (!actor) throw new ApiError("RESOURCE_NOT_FOUND", { description: "There is no such active person." });
  const listed =
    scopes === "all" ? [...roleScopes[actor.role]] : scopes.split(",").map((scope) => scope.trim());
  const ctx = ctxFor(services, actor, newRequestId());
  const { key, plain } = await createApiKey(ctx, validate(ApiKeyCreate, { name, scopes: listed }));
  return { apiKey: apiKeyView(key, services.clock()), key: plain };
}
