import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import { services } from "@/server/kernel/process";
import { callbackPath, logoutPath } from "@/server/signin/connections/start-connection-sign-in";
import { serviceProviderOf } from "@/server/signin/saml/service-provider";
import { requireActor } from "@/server/signin/session";

/** What the form of a connection shows besides its fields: where the provider leads back to, and the places of new people. */
export async function formFacts() {
  const { actor } = await requireActor();
  const [locations, departments] = await Promise.all([
    load(caller().directory.locations.list()),
    load(caller().directory.departments.list()),
  ]);
  const named = (places: readonly { id: string; name: string }[] | undefined) =>
    (places ?? []).map(({ id, name }) => ({ id, name }));
  return {
    ...serviceProviderOf(services().settings, actor.workspaceId),
    redirectUri: services().settings.appUrl + callbackPath(actor.workspaceId),
    logoutUri: services().settings.appUrl + logoutPath(actor.workspaceId),
    locations: named(locations.data),
    departments: named(departments.data),
  };
}
