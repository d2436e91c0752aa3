import { missingOf } from "@/app/_kit/page/missing-page";
import { payrollTemplate } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(payrollTemplate);
