import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { leaveType } from "@/app/(web)/dashboard/page-records/settings";

export default missingOf(leaveType);
