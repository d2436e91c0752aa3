import { useTranslations } from "next-intl";
import { CopyButton } from "@/app/_kit/ui/copy-button";
import { LinkButton } from "@/app/_kit/ui/link-button";
import type { Crumb } from "@/app/_kit/ui/page-header";
import { requestId } from "@/app/_trpc/server";
import { paths } from "@/app/paths";

/** The ways out of an empty page: go somewhere else, or quote the request id to support. */
export function WayBack({ to }: { to?: Crumb }) {
  const t = useTranslations("common");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LinkButton href={to?.href ?? paths.home}>{to?.label ?? t("missing.home")}</LinkButton>
      <CopyButton variant="ghost" value={requestId()} label={t("copyRequestId")} />
    </div>
  );
}
