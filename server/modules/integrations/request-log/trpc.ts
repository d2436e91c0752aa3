import { encodeId, NameSearch } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { type Caller, findCaller, searchCallers } from "./callers";
import { listErrorGroups } from "./error-groups";
import { findErrorsVisit, noteErrorsVisit } from "./errors-visit";
import { getRequest } from "./get";
import { requestHistogram } from "./histogram";
import { listRequests } from "./list";
import { quotaView, requestLineView, requestView } from "./present";
import { countQuotas, listQuotas } from "./quotas";
import {
  CallerRef,
  ErrorGroups,
  LogHistogram,
  LogList,
  LogRef,
  QuotaSearch,
  UsageOf,
  UsageOfKey,
} from "./schema";
import { readRecentUsage, readToday, readUsage } from "./usage";
import { listUsedEndpoints } from "./used-endpoints";

const callerView = ({ kind, id, name }: Caller) => ({ id: encodeId(kind, id), name });

export const requestLogRouter = router({
  list: procedure.input(LogList).query(async ({ ctx, input }) => {
    const { items, hasMore } = await listRequests(ctx, input);
    return { items: items.map(requestLineView), hasMore };
  }),
  histogram: procedure.input(LogHistogram).query(({ ctx, input }) => requestHistogram(ctx, input)),
  get: procedure.input(LogRef).query(async ({ ctx, input }) => requestView(await getRequest(ctx, input))),
  errors: procedure.input(ErrorGroups).query(({ ctx, input }) => listErrorGroups(ctx, input)),
  errorsVisit: procedure.query(({ ctx }) => findErrorsVisit(ctx)),
  noteErrorsVisit: procedure.mutation(({ ctx }) => noteErrorsVisit(ctx)),
  searchCallers: procedure.input(NameSearch).query(async ({ ctx, input }) => {
    const { items, hasMore } = await searchCallers(ctx, input);
    return { items: items.map(callerView), hasMore };
  }),
  caller: procedure.input(CallerRef).query(async ({ ctx, input }) => {
    const found = await findCaller(ctx, input.caller);
    return found && callerView(found);
  }),
  usage: procedure.input(UsageOf).query(({ ctx, input }) => readUsage(ctx, input)),
  recentUsage: procedure.input(UsageOfKey).query(({ ctx, input }) => readRecentUsage(ctx, input)),
  usedEndpoints: procedure.input(UsageOfKey).query(({ ctx, input }) => listUsedEndpoints(ctx, input)),
  today: procedure.query(({ ctx }) => readToday(ctx)),
  quotas: procedure
    .input(QuotaSearch)
    .query(({ ctx, input }) => listPage(ctx, "quotas", input, { list: listQuotas, present: quotaView })),
  quotaCounts: procedure.query(({ ctx }) => countQuotas(ctx)),
});
