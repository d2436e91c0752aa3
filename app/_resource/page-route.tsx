import { useTranslations } from "next-intl";
import { type ComponentType, Fragment, type ReactNode, Suspense } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { ListProviders } from "@/app/_resource/list-providers";
import type { PageRecord } from "@/app/_resource/page-record";
import { QueryProvider } from "@/app/_trpc/queries";
import { type Crumb, PageHeader, type PageHeaderProps } from "@/app/_ui/page-header";
import { SkeletonRegion } from "@/app/_ui/skeleton";

type HeaderProps = Omit<PageHeaderProps, "title" | "breadcrumb"> & {
  of: PageRecord;
  /** In place of the record's title, such as the name of a row. A `description` of null leaves out the record's lead. */
  title?: PageHeaderProps["title"];
  /** Between the record's pages above and this one. */
  above?: readonly Crumb[];
};

/** The header of a page, by its record. */
export function RecordHeader({ of, title, description, above = [], ...rest }: HeaderProps) {
  const t = useTranslations();
  const crumbs = (of.above ?? []).flatMap(({ href, title: own, section = own }) =>
    href ? [{ href, label: t(section) }] : [],
  );
  return (
    <PageHeader
      title={title ?? t(of.title)}
      description={description === undefined && of.lead ? t(of.lead) : description}
      breadcrumb={[...crumbs, ...above]}
      {...rest}
    />
  );
}

/** A page that is loading: its header, and the shape of its content. */
function RecordSkeleton({ of, Shape }: { of: PageRecord; Shape: () => ReactNode }) {
  const t = useTranslations();
  return (
    <>
      <RecordHeader of={of} />
      <SkeletonRegion label={t(of.loading ?? "common.loadingPage")}>
        <Shape />
      </SkeletonRegion>
    </>
  );
}

const providers = { queries: QueryProvider, lists: ListProviders, none: Fragment };

/** The route of a page: its content inside its providers, behind its skeleton. */
export function routeOf<Props extends object>(record: PageRecord, Content: ComponentType<Props>) {
  const { skeleton: Shape, areas = [] } = record;
  const Providers = providers[record.providers ?? "none"];
  return async function PageRoute(props: Props) {
    const content = <Content {...props} />;
    return (
      <AreaMessages areas={areas}>
        <Providers>
          {Shape ? (
            <Suspense fallback={<RecordSkeleton of={record} Shape={Shape} />}>{content}</Suspense>
          ) : (
            content
          )}
        </Providers>
      </AreaMessages>
    );
  };
}
