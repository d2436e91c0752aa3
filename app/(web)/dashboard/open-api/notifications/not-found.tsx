import { missingOf } from "@/app/(web)/dashboard/missing-page";
import { notification } from "@/app/(web)/dashboard/page-records/integrations";

export default missingOf(notification);
