import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

export const ProvisioningRef = z.strictObject({ connectionId: idOf("connection") });
export const ProvisioningTokenRef = z.strictObject({ id: idOf("provisioningToken") });
