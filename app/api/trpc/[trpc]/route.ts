import { languageFor } from "@/app/_i18n/preferences";
import { handleTrpc } from "@/server/api/handle-trpc";
import { services } from "@/server/kernel/process";
import { currentActor, currentSession } from "@/server/signin/session";

const handler = (request: Request) =>
  handleTrpc(services(), request, currentActor, { languageFor, signedInAtAll: currentSession });

export { handler as GET, handler as POST };
