import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { requestId } from "@/app/_trpc/server";
import { CopyButton } from "@/app/_ui/copy-button";
import { LinkButton } from "@/app/_ui/link-button";
import { type Crumb, PageHeader } from "@/app/_ui/page-header";

type Props = { title: string; children: ReactNode; back: Crumb; breadcrumb?: readonly Crumb[] };

/** A page that is not there, inside the shell. */
export function MissingPage({ title, children, back, breadcrumb }: Props) {
  const t = useTranslations("common");
  return (
    <>
      <title>{`${title} – Timeaway`}</title>
      <PageHeader title={title} description={children} breadcrumb={breadcrumb} />
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton href={back.href}>{back.label}</LinkButton>
        <CopyButton variant="ghost" value={requestId()} label={t("copyRequestId")} />
      </div>
    </>
  );
}
