/** Today is reached: a sheet that was open is closed. */
export { default } from "@/app/(web)/dashboard/@sheet/default";
