import type { Sql } from "postgres";
import { readDistribution, requireWhollyDistributed } from "@/drizzle/distribute";
import { error, type Finding, ok } from "./finding";

/** Whether Citus distributes every table as it should, over servers that answer. Nothing on plain PostgreSQL. */
export async function examineDistribution(sql: Sql): Promise<Finding[]> {
  const tables = await readDistribution(sql);
  if (tables.length === 0) return [];
  try {
    if (!(await requireWhollyDistributed(sql)))
      return [
        ok("distribution", "Citus is installed, and distributes nothing: the tables are on this server."),
      ];
  } catch (cause) {
    return [error("distribution", (cause as Error).message, "Stop the service, and run it.")];
  }
  const [servers] = await sql<{ count: number; away: string[]; lost: number }[]>`
    select (select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as count,
      array(select nodename || ':' || nodeport from pg_dist_node where not isactive and noderole = 'primary' order by 1) as away,
      (select count(*)::int from pg_dist_placement p
        where not exists (select from pg_dist_node n where n.groupid = p.groupid and n.isactive)) as lost`;
  if (servers?.lost)
    return [
      error(
        "distribution",
        `${servers.lost} parts of tables are on servers that are not active: ${servers.away.join(", ")}.`,
        "Start them and call citus_activate_node, or restore them from a backup.",
      ),
    ];
  return [
    ok("distribution", `Citus distributes ${tables.length} tables over ${servers?.count ?? 0} servers.`),
  ];
}
