import { z } from "zod";
import { dateText, encodeId, idOf } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { editCertificate, withdrawCertificate } from "./edit";
import { getCertificateOfPage } from "./get";
import { listDueCertificates, listOwnCertificates, searchCertificates } from "./list";
import { certificateV2, dueCertificateView } from "./present";
import { requestCertificate } from "./request-certificate";
import { CertificateSearch } from "./schema";

const LeaveRef = z.strictObject({ leaveId: idOf("leave") });

export const certificatesRouter = router({
  get: procedure.input(LeaveRef).query(async ({ ctx, input }) => {
    const { certificate, ...rest } = await getCertificateOfPage(ctx, input.leaveId);
    return {
      ...rest,
      certificate: certificate && {
        ...certificateV2(certificate),
        askedByName: certificate.askedByName,
        receivedByName: certificate.receivedByName,
      },
    };
  }),
  /** One's own that are due. */
  mine: procedure.query(async ({ ctx }) => (await listOwnCertificates(ctx)).map(dueCertificateView)),
  /** Those that are due of the people one manages. */
  due: procedure.query(async ({ ctx }) => (await listDueCertificates(ctx)).map(dueCertificateView)),
  /** All that were asked for of the people one manages, for their page. */
  page: procedure
    .input(CertificateSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "certificates", input, { list: searchCertificates, present: dueCertificateView }),
    ),
  ask: procedure.input(LeaveRef.extend({ dueOn: dateText.optional() })).mutation(async ({ ctx, input }) => {
    const { leaveId } = await requestCertificate(ctx, input.leaveId, input);
    return { id: encodeId("leave", leaveId) };
  }),
  receive: procedure
    .input(LeaveRef.extend({ isReceived: z.boolean() }))
    .mutation(async ({ ctx, input: { leaveId, isReceived } }) => {
      await editCertificate(ctx, leaveId, { isReceived });
    }),
  move: procedure
    .input(LeaveRef.extend({ dueOn: dateText }))
    .mutation(async ({ ctx, input: { leaveId, dueOn } }) => {
      await editCertificate(ctx, leaveId, { dueOn });
    }),
  withdraw: procedure.input(LeaveRef).mutation(({ ctx, input }) => withdrawCertificate(ctx, input.leaveId)),
});
