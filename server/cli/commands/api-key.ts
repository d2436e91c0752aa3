import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { roleScopes } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createApiKey } from "@/server/modules/integrations/keys/create";
import { apiKeyView } from "@/server/modules/integrations/keys/present";
import { ApiKeyCreate } from "@/server/modules/integrations/keys/schema";
import { findPersonAnywhere } from "@/server/modules/people/people/find-person-anywhere";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

type Options = { owner: string; name: string; scopes: string };

export const apiKeyCommands: CommandGroup = (program, perform) => {
  program
    .command("api-key")
    .description("v2 keys")
    .command("create")
    .description("create a key and print it, this once")
    .requiredOption("--owner <email>", "who it belongs to: email address or ID")
    .requiredOption("--name <name>")
    .requiredOption("--scopes <a,b>", "comma-separated, or all for every scope the owner's role allows")
    .action((options: Options) => perform((services) => makeKey(services, options)));
};

async function makeKey(services: Services, { owner, name, scopes }: Options): Promise<object> {
  const { workspaceId, userId } = await findPersonAnywhere(services, owner);
  const actor = await loadActor(services.db, workspaceId, userId, { type: "operator" });
  if (!actor)
    throw new ApiError("RESOURCE_NOT_FOUND", {
      description: "There's no active person with this ID or email address.",
    });
  const listed =
    scopes === "all" ? [...roleScopes[actor.role]] : scopes.split(",").map((scope) => scope.trim());
  const ctx = ctxFor(services, actor, newRequestId());
  const { key, plain } = await createApiKey(ctx, validate(ApiKeyCreate, { name, scopes: listed }));
  return { apiKey: apiKeyView(key, services.clock()), key: plain };
}
