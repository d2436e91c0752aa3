import { RedirectWords } from "@/app/(web)/_oauth/redirect-words";
import { FullAddress } from "@/app/(web)/consent/full-address";
import type { RedirectTarget } from "@/server/oauth/redirect-uri";

/** Where the answer goes: the only thing here that the app could not make up. */
export function SentBackTo({ target }: { target: RedirectTarget }) {
  return (
    <section>
      <h2 className="font-semibold">You will be sent back to</h2>
      <p className="mt-1">
        <RedirectWords target={target} />
      </p>
      <FullAddress uri={target.uri} />
    </section>
  );
}
