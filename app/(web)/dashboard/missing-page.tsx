import type { ReactNode } from "react";
import { type Crumb, PageHeader } from "@/app/_ui/page-header";
import { WayBack } from "@/app/(web)/dashboard/way-back";

type Props = { title: string; children: ReactNode; back: Crumb; breadcrumb?: readonly Crumb[] };

/** A not-found page inside the shell. */
export function MissingPage({ title, children, back, breadcrumb }: Props) {
  return (
    <>
      <title>{`${title} – Timeaway`}</title>
      <PageHeader title={title} description={children} breadcrumb={breadcrumb} />
      <WayBack to={back} />
    </>
  );
}
