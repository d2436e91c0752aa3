import { scopes } from "@/server/access/scopes";
import { catalogue, type ErrorCode } from "@/server/kernel/errors";
import { procedure, router } from "@/server/transport/trpc";
import { entryGroups } from "./entries";

const codes = (Object.keys(catalogue) as ErrorCode[]).map((code) => ({ code, name: catalogue[code][1] }));

export const referenceRouter = router({
  /** Everything in the API that has a name, for the search: some 20 kB that never change while the process runs. */
  index: procedure.query(({ ctx }) => ({
    pages: entryGroups(ctx.services.settings).flatMap(({ title: group, entries }) =>
      // The chapter about errors has a part for each code.
      entries.filter(({ title }) => !(title in catalogue)).map((entry) => ({ ...entry, group })),
    ),
    scopes,
    codes,
  })),
});
