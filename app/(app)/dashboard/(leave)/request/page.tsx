import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { request as requestPage } from "@/app/(app)/dashboard/(leave)/pages";
import {
  NoTypes,
  type RequestAddress,
  readRequest,
} from "@/app/(app)/dashboard/(leave)/request/read-request";
import { RequestForm } from "@/app/(app)/dashboard/(leave)/request/request-form";

export const generateMetadata = metadataOf(requestPage);
export default routeOf(requestPage, RequestPage);

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
