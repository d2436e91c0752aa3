import { createUserByOperator } from "@/server/modules/people/people/create-by-operator";
import { userV2 } from "@/server/modules/people/people/present";
import { OperatorUserCreate } from "@/server/modules/people/people/schema";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { validate } from "@/server/transport/validate";
import { type CommandGroup, repeated, WorkspaceOption } from "./command";

type Options = {
  workspace: string;
  name: string;
  email: string;
  role: string;
  location: string[];
  department: string[];
  password?: string;
};

export const userCommands: CommandGroup = (program, perform) => {
  program
    .command("user")
    .description("people")
    .command("create")
    .description("create a person")
    .requiredOption("--workspace <id>")
    .requiredOption("--name <name>")
    .requiredOption("--email <email>")
    .requiredOption("--role <role>", "ADMIN, LOCATION_ADMIN, APPROVER or USER")
    .option(
      "--location <id>",
      "where they belong, and any a location admin manages (repeatable)",
      repeated,
      [],
    )
    .option(
      "--department <id>",
      "where they belong, and any an approver approves for (repeatable)",
      repeated,
      [],
    )
    .option("--password <password>", "without one, they sign in with an emailed link")
    .action(({ workspace, location, department, ...person }: Options) =>
      perform(async (services) => {
        const operator = await loadOperator(services, validate(WorkspaceOption, { workspace }).workspace);
        const input = validate(OperatorUserCreate, {
          ...person,
          locations: location,
          departments: department,
        });
        return { user: userV2(await createUserByOperator(operator, input)) };
      }),
    );
};
