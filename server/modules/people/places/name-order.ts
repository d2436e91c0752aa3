import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { beforeAll, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";

/** Page of a list in the order of names. */
export interface NamePage {
  limit: number;
  after: Position | null;
}

/** Rows after the start of the page. Run it with `namePageParams`. */
export const afterName = ({ name, id }: { name: AnyColumn; id: AnyColumn }): SQL =>
  sql`(${inNameOrder(name)}, ${id}) > (${sql.placeholder("afterKey")}, ${sql.placeholder("afterId")}::uuid)`;

/** Values for the placeholders of `afterName`, and for `rows`: one more than the page, to detect a next page. */
export const namePageParams = ({ limit, after }: NamePage) => {
  const { key: afterKey, id: afterId } = after ?? beforeAll;
  return { afterKey, afterId, rows: limit + 1 };
};

export const pageByName = <R extends { id: string; name: string }>(rows: R[], { limit }: NamePage): Page<R> =>
  pageOf(rows, limit, ({ name, id }) => ({ key: name, id }));
