import { newestMigration } from "@/server/kernel/database/newest-migration";
import { openDatabase } from "../open-database";
import { ownSettings } from "../own-settings";
import type { CommandGroup } from "./command";

export const migrateCommand: CommandGroup = (program) => {
  program
    .command("migrate")
    .description("bring the database up to this release, as a step of its own before MIGRATE_AT_START=false")
    .action(async () => {
      const settings = { ...ownSettings(process.env), migrateAtStart: true };
      const { applied, stop } = await openDatabase(process.env.DATABASE_URL, settings, (what) =>
        console.error(`timeaway: ${what}`),
      );
      await stop();
      console.log(JSON.stringify({ applied, newest: newestMigration.name }));
    });
};
