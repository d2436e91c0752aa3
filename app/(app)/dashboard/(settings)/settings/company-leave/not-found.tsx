import { missingOf } from "@/app/_kit/page/missing-page";
import { oneCompanyLeave } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(oneCompanyLeave);
