import type { Metadata } from "next";
import { Frame } from "@/app/(web)/_signin/frame";
import { ForgotForm } from "@/app/(web)/forgot-password/forgot-form";

export const metadata: Metadata = { title: "Forgotten password" };

export default function ForgotPasswordPage() {
  return (
    <Frame title="Forgotten password" description="We send you a link for choosing a new one.">
      <ForgotForm />
    </Frame>
  );
}
