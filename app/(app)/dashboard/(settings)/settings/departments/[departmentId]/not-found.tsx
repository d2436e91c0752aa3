import { missingOf } from "@/app/_kit/page/missing-page";
import { department } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(department);
