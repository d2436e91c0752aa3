import { load } from "@/app/_kit/page/load";
import { LoadError } from "@/app/_kit/page/load-error";
import { metadataOf } from "@/app/_kit/page/page-record";
import { RecordHeader, routeOf } from "@/app/_kit/page/page-route";
import { caller } from "@/app/_trpc/server";
import { newPayrollTemplate as newPayrollTemplatePage } from "@/app/(app)/dashboard/(settings)/pages";
import { ForLeads } from "@/app/(app)/dashboard/(settings)/settings/payroll/for-leads";
import { NewTemplate } from "@/app/(app)/dashboard/(settings)/settings/payroll/templates/new/new-template";

export const generateMetadata = metadataOf(newPayrollTemplatePage);
export default routeOf(newPayrollTemplatePage, NewPayrollTemplatePage);

function NewPayrollTemplatePage() {
  return (
    <>
      <RecordHeader of={newPayrollTemplatePage} />
      <ForLeads>{form}</ForLeads>
    </>
  );
}

async function form() {
  const { data, error } = await load(caller().payroll.terms());
  if (error) return <LoadError error={error} />;
  if (!data) return null;
  const { places, leaveTypes, locations } = data;
  return (
    <NewTemplate
      locations={locations.map(({ id, name }) => ({ id, name }))}
      choices={{ places, leaveTypes }}
    />
  );
}
