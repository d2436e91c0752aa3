import { metadataOf } from "@/app/_resource/page-record";
import { RecordHeader, routeOf } from "@/app/_resource/page-route";
import { QueryProvider } from "@/app/_trpc/queries";
import { LoadError } from "@/app/(web)/dashboard/load-error";
import { request as requestPage } from "@/app/(web)/dashboard/page-records/leave";
import { NoTypes } from "@/app/(web)/dashboard/request/no-types";
import { type RequestAddress, readRequest } from "@/app/(web)/dashboard/request/read-request";
import { RequestForm } from "@/app/(web)/dashboard/request/request-form";

export const generateMetadata = metadataOf(requestPage);
export default routeOf(requestPage, RequestPage, QueryProvider);

/** For direct visits; a link within the app opens the same form in a sheet. */
async function RequestPage({ searchParams }: { searchParams: RequestAddress }) {
  const { error, form, administrators = [] } = await readRequest(searchParams);
  return (
    <>
      <RecordHeader of={requestPage} />
      {error ? <LoadError error={error} /> : null}
      {form ? <RequestForm {...form} /> : null}
      {form === null ? <NoTypes administrators={administrators} /> : null}
    </>
  );
}
