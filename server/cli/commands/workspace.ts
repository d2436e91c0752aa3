import { z } from "zod";
import { seedLarge } from "@/drizzle/seed/large";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { userV2 } from "@/server/modules/people/people/present";
import { createWorkspace } from "@/server/modules/workspace/settings/create";
import { workspaceView } from "@/server/modules/workspace/settings/present";
import { WorkspaceCreate } from "@/server/modules/workspace/settings/schema";
import { issueSetupLink, setupUrl } from "@/server/modules/workspace/settings/setup-link";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

type Options = Record<"name" | "plan" | "adminName" | "adminEmail" | "adminPassword", string> & {
  timezone?: string;
  setUp?: boolean;
};

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
    .option("--timezone <name>", "of its first location; UTC unless given")
    .option("--set-up", "don't lead the administrator through setting it up")
    .action(({ name, plan, adminName, adminEmail, adminPassword, timezone, setUp }: Options) =>
      perform(async (services) => {
        const admin = { name: adminName, email: adminEmail, password: adminPassword };
        const input = { name, plan, admin, timezone, isSetUp: setUp };
        const made = await createWorkspace(services, validate(WorkspaceCreate, input));
        return { workspace: workspaceView(made.workspace), user: userV2(made.admin) };
      }),
    );
  group
    .command("setup-link")
    .description(
      "a link that makes the first workspace in the browser, good for a day; there must be none yet",
    )
    .action(() =>
      perform(async (services) => {
        const token = await issueSetupLink(services);
        if (token === null) throw new ApiError("CONFLICT", { description: "There is a workspace already." });
        return { url: setupUrl(services.settings, token) };
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
