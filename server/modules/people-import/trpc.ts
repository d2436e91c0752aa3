import { importProcedures } from "@/server/modules/imports/trpc";
import { router } from "@/server/transport/trpc";
import { importUsers } from "./import-users";
import { UserImport } from "./schema";

export const peopleImportRouter = router(
  importProcedures({ path: "/v2/users/import", body: UserImport, run: importUsers }),
);
