import { encodeId } from "@/server/kernel/schema";
import { importProcedures } from "@/server/modules/workspace/imports/trpc";
import { procedure, router } from "@/server/transport/trpc";
import { findYearlyTypes } from "./find-yearly-types";
import { checkUsers, importUsers } from "./import-users";
import { UserImport } from "./schema";

export const peopleImportRouter = router({
  /** The leave types that yearly days and days left may concern. */
  yearlyTypes: procedure.query(async ({ ctx }) =>
    (await findYearlyTypes(ctx)).map(({ id, name }) => ({ id: encodeId("leaveType", id), name })),
  ),
  ...importProcedures({ path: "/v2/users/import", body: UserImport, run: importUsers, check: checkUsers }),
});
