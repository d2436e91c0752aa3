import { notFound } from "next/navigation";

/** Shows unknown URLs as not found inside the shell. */
export default function Missing() {
  notFound();
}
