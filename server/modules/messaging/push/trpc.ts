import { procedure, router } from "@/server/transport/trpc";
import { connectDevice } from "./connect-device";
import { deleteDevice } from "./delete-device";
import { listDevices } from "./list-devices";
import { resumeDevice } from "./resume-device";
import { DeviceEndpoint, DeviceRef, DeviceReplacement, PushSubscription } from "./schema";
import { sendTest } from "./send-test";
import { updateDevice } from "./update-device";

/** The acting person's devices with push notifications. */
export const devicesRouter = router({
  list: procedure.query(({ ctx }) => listDevices(ctx)),
  connect: procedure.input(PushSubscription).mutation(({ ctx, input }) => connectDevice(ctx, input)),
  resume: procedure.input(DeviceEndpoint).mutation(({ ctx, input }) => resumeDevice(ctx, input)),
  replace: procedure.input(DeviceReplacement).mutation(({ ctx, input }) => updateDevice(ctx, input)),
  delete: procedure.input(DeviceRef).mutation(({ ctx, input }) => deleteDevice(ctx, input.id)),
  sendTest: procedure.input(DeviceRef).mutation(({ ctx, input }) => sendTest(ctx, input.id)),
});
