import { z } from "zod";
import { leaveFileTypes } from "@/drizzle/schema/values";
import { wireId, wireInstant } from "@/server/kernel/schema";

export const LeaveFile = z
  .object({
    id: wireId("leaveFile"),
    leaveId: wireId("leave"),
    name: z
      .string()
      .meta({ description: "Without folders and invisible characters, with an ending that fits the type." }),
    contentType: z.enum(leaveFileTypes).meta({ description: "By the file's content, whatever was sent." }),
    byteCount: z.int(),
    uploadedById: wireId("user").nullable(),
    createdAt: wireInstant,
  })
  .meta({ id: "LeaveFile" });
