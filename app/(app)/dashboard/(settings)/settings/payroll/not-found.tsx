import { missingOf } from "@/app/_kit/page/missing-page";
import { payrollRun } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(payrollRun);
