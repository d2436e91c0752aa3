/** The DATA_DIR of this worker's services: another one's moved clock would expire its files. */
export const dataFolder = `.data/test/worker-${process.pid}`;
