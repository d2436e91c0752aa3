import { useTranslations } from "next-intl";
import { RedirectWords } from "@/app/(account)/_oauth/redirect-words";
import { FullAddress } from "@/app/(account)/consent/full-address";
import type { RedirectTarget } from "@/server/oauth/redirect-uri";

/** The destination of the answer: the only thing here that the app could not make up. */
export function SentBackTo({ target }: { target: RedirectTarget }) {
  const t = useTranslations("consent");
  return (
    <section>
      <h2 className="font-semibold">{t("sentBackTo")}</h2>
      <p className="mt-1">
        <RedirectWords target={target} />
      </p>
      <FullAddress uri={target.uri} label={t("fullAddress")} />
    </section>
  );
}
