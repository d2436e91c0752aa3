import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { department } from "@/app/(web)/dashboard/page-records/settings";

export default missingOf(department);
