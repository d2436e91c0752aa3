import { missingOf } from "@/app/_kit/page/missing-page";
import { location } from "@/app/(app)/dashboard/(settings)/pages";

export default missingOf(location);
