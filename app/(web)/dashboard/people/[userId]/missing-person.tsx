import { useTranslations } from "next-intl";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { MissingPage } from "@/app/(web)/dashboard/missing-page";
import { paths } from "@/app/(web)/dashboard/paths";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** No person with this id is in the visitor's sight; any other error shows as a load error. */
export function MissingPerson({ error }: { error: TrpcErrorBody }) {
  const t = useTranslations("people");
  if (error.code !== "RESOURCE_NOT_FOUND" && error.code !== "VALIDATION_ERROR")
    return <LoadError error={error} />;
  return (
    <MissingPage title={t("missing.title")} back={{ label: t("title"), href: paths.people }}>
      {t("missing.text")}
    </MissingPage>
  );
}
