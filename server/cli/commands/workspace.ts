import { userV2 } from "@/server/modules/people/present";
import { createWorkspace } from "@/server/modules/workspaces/create";
import { workspaceView } from "@/server/modules/workspaces/present";
import { WorkspaceCreate } from "@/server/modules/workspaces/schema";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

type Options = { name: string; plan: string; adminName: string; adminEmail: string; adminPassword: string };

export const workspaceCommands: CommandGroup = (program, perform) => {
  program
    .command("workspace")
    .description("workspaces")
    .command("create")
    .description("make a workspace with its first administrator")
    .requiredOption("--name <name>")
    .requiredOption("--plan <plan>", "FREE, CORE or COMPLETE")
    .requiredOption("--admin-name <name>")
    .requiredOption("--admin-email <email>")
    .requiredOption("--admin-password <password>")
    .action(({ name, plan, adminName, adminEmail, adminPassword }: Options) =>
      perform(async (services) => {
        const admin = { name: adminName, email: adminEmail, password: adminPassword };
        const made = await createWorkspace(services, validate(WorkspaceCreate, { name, plan, admin }));
        return { workspace: workspaceView(made.workspace), user: userV2(made.admin) };
      }),
    );
};
