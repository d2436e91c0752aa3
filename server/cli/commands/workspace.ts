import { z } from "zod";
import { seedLarge } from "@/drizzle/seed/large";
import { encodeId } from "@/server/kernel/schema";
import { userV2 } from "@/server/modules/people/present";
import { createWorkspace } from "@/server/modules/workspaces/create";
import { workspaceView } from "@/server/modules/workspaces/present";
import { WorkspaceCreate } from "@/server/modules/workspaces/schema";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

type Options = { name: string; plan: string; adminName: string; adminEmail: string; adminPassword: string };

const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

const LargeOptions = z.object({
  people: wholeNumber(10, 50_000),
  leavesPerPerson: wholeNumber(1, 300),
  keys: wholeNumber(0, 10_000),
});

export const workspaceCommands: CommandGroup = (program, perform) => {
  const group = program.command("workspace").description("workspaces");
  group
    .command("create")
    .description("create a workspace and its first administrator")
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
  group
    .command("generate")
    .description(
      "create a large workspace with made-up people for benchmarks; 5000 people have a million leaves",
    )
    .requiredOption("--people <count>")
    .option("--leaves-per-person <count>", "up to 300", "200")
    .option("--keys <count>", "API keys with every read scope", "1")
    .action((options: Record<string, string>) =>
      perform(async (services) => {
        const made = await seedLarge(services.db, {
          ...validate(LargeOptions, options),
          now: services.clock(),
        });
        const { id, name } = made.workspace;
        return { workspace: { id: encodeId("workspace", id), name }, counts: made.counts, keys: made.keys };
      }),
    );
};
