import { and, eq, isNotNull } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";

/** A person or key in the log; the id is bare. */
export interface Named {
  id: string;
  name: string;
}

/** The ids in a column of the workspace's log. */
export const seen = (ctx: Ctx, column: AnyPgColumn, action?: string) =>
  scoped(workspaceOf(ctx.actor), auditEvents)
    .select(ctx.db, { id: column })
    .where(and(isNotNull(column), action ? eq(auditEvents.action, action) : undefined));
