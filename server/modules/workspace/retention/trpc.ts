import { procedure, router } from "@/server/transport/trpc";
import { countExpired } from "./count-expired";
import { Retention } from "./schema";

export const retentionRouter = router({
  countExpired: procedure.input(Retention).query(({ ctx, input }) => countExpired(ctx, input)),
});
