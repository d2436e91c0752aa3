import { handleTrpc } from "@/server/api/handle-trpc";
import { services } from "@/server/kernel/process";
import { currentActor } from "@/server/signin/session";

const handler = (request: Request) => handleTrpc(services(), request, currentActor);

export { handler as GET, handler as POST };
