import { redirect } from "next/navigation";
import { paths } from "@/app/(web)/dashboard/paths";

export default function Dashboard() {
  redirect(paths.openApi);
}
