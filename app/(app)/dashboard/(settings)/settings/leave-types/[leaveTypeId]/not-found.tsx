import { missingOf } from "@/app/_kit/page/missing-page";
import { leaveType } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(leaveType);
