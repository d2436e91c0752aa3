import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { report } from "@/app/(web)/dashboard/page-records/integrations";

export default missingOf(report);
