import { notFound } from "next/navigation";

/** Unknown addresses get their answer inside the shell. */
export default function Missing() {
  notFound();
}
