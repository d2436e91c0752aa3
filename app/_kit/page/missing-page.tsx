import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PageRecord } from "@/app/_kit/page/page-record";
import { RecordHeader } from "@/app/_kit/page/page-route";
import { WayBack } from "@/app/_kit/page/way-back";
import type { Crumb } from "@/app/_kit/ui/page-header";

type Props = { title: string; header: ReactNode; back: Crumb };

/** A not-found page inside the shell. */
export const MissingPage = ({ title, header, back }: Props) => (
  <>
    <title>{`${title} – Timeaway`}</title>
    {header}
    <WayBack to={back} />
  </>
);

/** The not-found page for the rows of a page, by its record: it leads back to their list. */
export const missingOf = (record: PageRecord) =>
  function MissingRow() {
    const t = useTranslations();
    const list = record.above?.at(-1)?.href;
    if (!record.missing || !list) return null;
    const title = t(record.missing.title);
    return (
      <MissingPage
        title={title}
        header={<RecordHeader of={record} title={title} description={t(record.missing.text)} />}
        back={{ label: t(record.missing.back), href: list }}
      />
    );
  };
