"use client";

import { Printer } from "lucide-react";
import { Button } from "@/app/_kit/ui/button";

/** Opens the browser's print dialog. */
export const PrintButton = ({ label }: { label: string }) => (
  <Button variant="ghost" className="print:hidden" onClick={() => window.print()}>
    <Printer aria-hidden />
    {label}
  </Button>
);
