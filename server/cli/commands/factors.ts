import { encodeId } from "@/server/kernel/schema";
import { findPersonAnywhere } from "@/server/modules/people/people/find-person-anywhere";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { findFactorPolicy } from "@/server/modules/workspace/sign-in-policy/find-factor-policy";
import { setFactorPolicy } from "@/server/modules/workspace/sign-in-policy/set-factor-policy";
import { endFactorsByOperator } from "@/server/signin/factors/end-factor";
import { countRecoveryCodes, findFactors } from "@/server/signin/factors/store";
import { validate } from "@/server/transport/validate";
import { type CommandGroup, WorkspaceOption } from "./command";

export const factorCommands: CommandGroup = (program, perform) => {
  const group = program.command("factors").description("people's second factors");
  group
    .command("list")
    .description("list a person's second factors, and how many recovery codes they have left")
    .argument("<person>", "their email address or ID")
    .action((person: string) =>
      perform(async (services) => {
        const found = await findPersonAnywhere(services, person);
        const rows = await findFactors(services.db, found);
        return {
          user: encodeId("user", found.userId),
          factors: rows.map(({ id, kind, name, confirmedAt, lastUsedAt }) => ({
            ...{ id: encodeId("factor", id), kind, name, addedAt: confirmedAt, lastUsedAt },
          })),
          recoveryCodesLeft: await countRecoveryCodes(services.db, found),
        };
      }),
    );
  group
    .command("end")
    .description("end all second factors and recovery codes of a person who has lost them")
    .argument("<person>", "their email address or ID")
    .action((person: string) =>
      perform(async (services) => {
        const { workspaceId, userId } = await findPersonAnywhere(services, person);
        const operator = await loadOperator(services, workspaceId);
        return {
          user: encodeId("user", userId),
          endedCount: await endFactorsByOperator(operator, userId),
        };
      }),
    );
  group
    .command("optional")
    .description("ask no one in a workspace for a second factor any more, as when its people cannot add one")
    .requiredOption("--workspace <id>")
    .action((given: object) =>
      perform(async (services) => {
        const operator = await loadOperator(services, validate(WorkspaceOption, given).workspace);
        const { graceDays } = await findFactorPolicy(operator);
        await setFactorPolicy(operator, { audience: "NO_ONE", graceDays });
        return { optional: true };
      }),
    );
};
