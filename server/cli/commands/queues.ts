import type { CommandGroup } from "./command";

export const queuesCommand: CommandGroup = (program, perform) => {
  program
    .command("queues")
    .description("what is due of each kind of work, how old the oldest is, and who is at it")
    .action(() =>
      perform(async (services) => {
        // Loaded by this command only: a process that registers the kinds of work also carries out work created by the other commands.
        const { listQueues } = await import("@/server/api/due-jobs");
        return { queues: await listQueues(services) };
      }),
    );
};
