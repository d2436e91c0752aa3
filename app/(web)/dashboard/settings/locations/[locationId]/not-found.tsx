import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { location } from "@/app/(web)/dashboard/page-records/settings";

export default missingOf(location);
