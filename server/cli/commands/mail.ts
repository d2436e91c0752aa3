import { z } from "zod";
import { encodeId, idOf } from "@/server/kernel/schema";
import { countUnsent, listUnsent, type UnsentMail } from "@/server/modules/messaging/outbox/list-unsent";
import { sendAllAgain, sendMailAgain } from "@/server/modules/messaging/outbox/send-again";
import { validate } from "@/server/transport/validate";
import type { CommandGroup } from "./command";

const workspace = idOf("workspace").optional();

const ListOptions = z.object({
  status: z.enum(["pending", "failed"], "Must be pending or failed.").optional(),
  workspace,
  limit: z.coerce.number("Must be a whole number.").int().min(1).max(1000),
});

const RetryOptions = z
  .object({ id: idOf("mail").optional(), all: z.boolean().optional(), workspace })
  .refine(({ id, all }) => (id === undefined) === (all === true), {
    path: ["id"],
    message: "Must be given, or --all instead.",
  });

const shown = ({ workspaceId, id, recipient, ...mail }: UnsentMail) => ({
  id: encodeId("mail", id),
  workspaceId: encodeId("workspace", workspaceId),
  to: recipient,
  ...mail,
});

export const mailCommands: CommandGroup = (program, perform) => {
  const group = program.command("mail").description("mail that is not sent");
  group
    .command("list")
    .description("list mail that waits or has failed, the oldest first, without what it says")
    .option("--status <status>", "pending or failed; both unless given")
    .option("--workspace <id>", "of this workspace only")
    .option("--limit <count>", "up to 1000", "100")
    .action((given: unknown) =>
      perform(async (services) => {
        const { status, workspace: workspaceId, limit } = validate(ListOptions, given);
        await services.clockSet;
        const found = await listUnsent(services, { status, workspaceId, limit });
        return { ...(await countUnsent(services)), mails: found.map(shown) };
      }),
    );
  group
    .command("retry")
    .description("send failed mail again, and waiting mail now; a running server sends it")
    .option("--id <id>", "one mail")
    .option("--all", "every mail that is still of use")
    .option("--workspace <id>", "with --all: of this workspace only")
    .action((given: unknown) =>
      perform(async (services) => {
        const { id, workspace: workspaceId } = validate(RetryOptions, given);
        await services.clockSet;
        if (id === undefined) return sendAllAgain(services, { workspaceId });
        await sendMailAgain(services, id);
        return { mail: { id: encodeId("mail", id), status: "pending" } };
      }),
    );
};
