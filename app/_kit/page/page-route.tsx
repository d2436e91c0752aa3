import { useTranslations } from "next-intl";
import { type ComponentType, Fragment, type ReactNode, Suspense } from "react";
import { AreaMessages } from "@/app/_i18n/area-messages";
import { crumbsOf, type PageRecord } from "@/app/_kit/page/page-record";
import { type Crumb, PageHeader, type PageHeaderProps } from "@/app/_kit/ui/page-header";
import { SkeletonRegion } from "@/app/_kit/ui/skeleton";

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
  return (
    <PageHeader
      title={title ?? t(of.title)}
      description={description === undefined && of.lead ? t(of.lead) : description}
      breadcrumb={[...crumbsOf(of, t), ...above]}
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

/**
 * The route of a page: its content inside its messages, behind its skeleton.
 * @param Providers what its client components need besides: a page without them must not load their scripts
 */
export function routeOf<Props extends object>(
  { skeleton: Shape, areas = [], ...record }: PageRecord,
  Content: ComponentType<Props>,
  Providers: ComponentType<{ children: ReactNode }> = Fragment,
) {
  return function PageRoute(props: Props) {
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
