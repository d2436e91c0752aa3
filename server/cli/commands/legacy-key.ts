import { encodeId } from "@/server/kernel/schema";
import { importLegacyKey } from "@/server/modules/integrations/legacy-keys/import";
import { validate } from "@/server/transport/validate";
import { type CommandGroup, WorkspaceOption } from "./command";

type Options = { workspace: string; key: string };

export const legacyKeyCommands: CommandGroup = (program, perform) => {
  program
    .command("legacy-key")
    .description("v1 keys")
    .command("import")
    .description("import a key from the old system")
    .requiredOption("--workspace <id>")
    .requiredOption("--key <key>")
    .action(({ workspace, key }: Options) =>
      perform(async (services) => {
        const workspaceId = validate(WorkspaceOption, { workspace }).workspace;
        const { id, prefix, lastFour, importedAt } = await importLegacyKey(services, { workspaceId, key });
        return {
          legacyKey: {
            id: encodeId("legacyKey", id),
            workspaceId: workspace,
            masked: `${prefix}…${lastFour}`,
            importedAt,
          },
        };
      }),
    );
};
