import postgres from "postgres";
import { distribute, obstaclesToDistribution, stepsToDistribution } from "@/drizzle/distribute";
import { schemaStanding } from "@/drizzle/migrate";
import { StartError } from "../start-error";
import type { CommandGroup } from "./command";

interface Options {
  yes?: boolean;
  shards?: number;
}

export const distributeCommand: CommandGroup = (program) => {
  program
    .command("distribute")
    .description(
      "distribute the tables over the servers of a Citus cluster, by workspace; without --yes only say how",
    )
    .option("--yes", "do it")
    .option("--shards <count>", "into how many parts; by default as citus.shard_count says", Number)
    .action(async ({ yes, shards }: Options) => {
      const url = process.env.DATABASE_URL;
      if (!url)
        throw new StartError(
          "The embedded database is on one server: set DATABASE_URL to Citus's coordinator.",
        );
      if (shards !== undefined && !(Number.isInteger(shards) && shards > 0))
        throw new StartError("--shards is a number of one or more.");
      console.log(JSON.stringify(await distributeAt(url, yes ?? false, shards), null, 2));
    });
};

/**
 * Distributes a migrated database, or does what an earlier call has left to do.
 * @param isMeant else only says what is to be done
 * @throws StartError when the database cannot be distributed
 */
export async function distributeAt(url: string, isMeant: boolean, shards?: number): Promise<object> {
  const sql = postgres(url, {
    ...{ max: 1, prepare: false, fetch_types: false, onnotice: () => undefined, max_lifetime: null },
    connection: { application_name: "timeaway distribute" },
  });
  try {
    if ((await schemaStanding(sql)) !== "current")
      throw new StartError("The schema is not this release's: run `npm run admin -- migrate` first.");
    const obstacles = await obstaclesToDistribution(sql);
    if (obstacles.length > 0)
      throw new StartError(`The database cannot be distributed. ${obstacles.join(" ")}`);
    const steps = await stepsToDistribution(sql, shards);
    const titles = steps.map(({ title }) => title);
    if (titles.length === 0) await distribute(sql, [], () => undefined);
    if (titles.length === 0) return { done: [], message: "There is nothing to do." };
    if (!isMeant) return { todo: titles, message: "Nothing was done. Ask again with --yes." };
    await distribute(sql, steps, (title) => console.error(`timeaway: ${title}`));
    return { done: titles };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
