import { loadSettings } from "./env";
import { createServices, type Services, sharedServices } from "./services";

/**
 * The services of this process: shared by the start command, else created from the environment at first use.
 * @throws SettingsError with one line that names the first wrong setting
 */
export const services = (): Services => sharedServices(() => createServices(loadSettings(process.env)));
