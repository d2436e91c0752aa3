import { resealInSteps } from "@/server/kernel/database/reseal-in-steps";
import { sealedColumns } from "../sealed-columns";
import type { CommandGroup } from "./command";

export const encryptionKeyCommands: CommandGroup = (program, perform) => {
  program
    .command("encryption-key")
    .description("the keys of ENCRYPTION_KEY")
    .command("reseal")
    .description("encrypt everything again with the first key while the service runs")
    .action(() =>
      perform(async ({ db, settings }) => {
        const done: Record<string, number> = {};
        let unreadable = 0;
        for (const [name, columns] of Object.entries(sealedColumns))
          for (const column of columns) {
            const found = await resealInSteps(db, column, settings.encryptionKeys);
            done[name] = (done[name] ?? 0) + found.resealed;
            unreadable += found.unreadable;
          }
        return { resealed: done, unreadable };
      }),
    );
};
