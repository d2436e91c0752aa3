import { pooledRandom } from "@/server/kernel/random-pool";

/**
 * Random bytes as hexadecimal digits, for unique ids, not for secrets.
 * @param bytes at most 4096
 */
export const randomHex = (bytes: number): string => pooledRandom(bytes).toString("hex");
