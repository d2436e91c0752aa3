// Finished builds. Each is a folder `dist/<kind>/<fingerprint>`, published by one rename and immutable: a server keeps its own build while
// a newer one is made beside it.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { exclusively, isAlive, Refusal } from "./prepare.mjs";

/** Maximum number of builds when the sources change during each one. */
const ATTEMPTS = 3;
const DRAFT = ".draft";
const GONE = ".gone";
const isBuild = (/** @type {string} */ name) => /^[0-9a-f]+$/.test(name);

/** The files that list the builds in use by this process. */
const ownFiles = new Set();
process.once("exit", () => {
  for (const file of ownFiles) rmSync(file, { force: true });
});

export class Builds {
  #base;
  /** @type {Set<string>} */
  #used = new Set();

  /** @param {string} [base] */
  constructor(base = "dist") {
    this.#base = base;
  }

  /**
   * Returns the build of the current sources; makes it when there is none, in only one of several concurrent processes. The build stays for
   * the lifetime of this process.
   * @param {string} kind
   * @param {() => string} fingerprint of everything that goes into the build
   * @param {(draft: string) => Promise<void>} make fills an empty folder beside the others
   * @returns {Promise<string>} its folder
   */
  async provide(kind, fingerprint, make) {
    const ready = await this.#take(kind, fingerprint());
    if (ready) return ready;
    if (!isWritable(this.#base))
      throw new Refusal(
        `There is no build of this code for Node ${process.versions.node.split(".")[0]} in ${path.join(this.#base, kind)}, and the project's folder cannot be written: run \`npm run build\` where it can.`,
      );
    return exclusively(kind, () => this.#make(kind, fingerprint, make), this.#base);
  }

  /**
   * Called by a server once it has its build: deletes builds older than the previous one, unless a living process uses them. The remaining
   * builds stay for the lifetime of this process.
   * @param {string} kind
   * @param {string} own
   * @returns {Promise<[string, ...string[]]>} the remaining builds: its own, then the newest first
   */
  async retire(kind, own) {
    const findOthers = () => this.#finished(kind).filter((folder) => folder !== own);
    if (!isWritable(this.#base)) return [own, ...findOthers()];
    return exclusively(
      "builds",
      async () => {
        this.#use([own]);
        const used = this.#foldersInUse();
        const others = findOthers();
        const kept = others.filter((folder, at) => at === 0 || used.has(folder));
        for (const folder of others.filter((other) => !kept.includes(other))) this.#remove(kind, folder);
        this.#use(kept);
        return [own, ...kept];
      },
      this.#base,
    );
  }

  /**
   * @param {string} kind
   * @param {() => string} fingerprint
   * @param {(draft: string) => Promise<void>} make
   */
  async #make(kind, fingerprint, make) {
    const draft = path.join(this.#base, kind, DRAFT);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const name = fingerprint();
      const ready = await this.#take(kind, name);
      if (ready) return ready;
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft, { recursive: true });
      await make(draft);
      // A change during the build may or may not be part of it.
      if (fingerprint() !== name) continue;
      renameSync(draft, path.join(this.#base, kind, name));
      return (await this.#take(kind, name)) ?? this.#make(kind, fingerprint, make);
    }
    throw new Refusal(
      "The sources change again and again while they are built. Start once they stay as they are.",
    );
  }

  /**
   * @param {string} kind
   * @param {string} name
   */
  async #take(kind, name) {
    const folder = path.join(this.#base, kind, name);
    if (!existsSync(folder)) return undefined;
    if (!isWritable(this.#base)) return folder;
    return exclusively(
      "builds",
      async () => {
        if (!existsSync(folder)) return undefined;
        this.#use([folder]);
        return folder;
      },
      this.#base,
    );
  }

  /**
   * Newest first.
   * @param {string} kind
   */
  #finished(kind) {
    const parent = path.join(this.#base, kind);
    return readdirSync(parent)
      .filter(isBuild)
      .map((name) => path.join(parent, name))
      .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  }

  /**
   * Renames first, so that no process ever finds a partial build.
   * @param {string} kind
   * @param {string} folder
   */
  #remove(kind, folder) {
    const gone = path.join(this.#base, kind, GONE);
    rmSync(gone, { recursive: true, force: true });
    renameSync(folder, gone);
    rmSync(gone, { recursive: true, force: true });
  }

  /** @param {string[]} folders */
  #use(folders) {
    ownFiles.add(this.#usesOf(process.pid));
    for (const folder of folders) this.#used.add(folder);
    mkdirSync(path.join(this.#base, "in-use"), { recursive: true });
    writeFileSync(this.#usesOf(process.pid), [...this.#used].join("\n"));
  }

  /** @param {number | string} pid */
  #usesOf(pid) {
    return path.join(this.#base, "in-use", String(pid));
  }

  /** The builds in use by living processes: a killed process could not remove its file. */
  #foldersInUse() {
    const pids = readdirSync(path.join(this.#base, "in-use"));
    const dead = pids.filter((pid) => !isAlive(Number(pid)));
    for (const pid of dead) rmSync(this.#usesOf(pid), { force: true });
    const living = pids.filter((pid) => !dead.includes(pid));
    return new Set(living.flatMap((pid) => readFileSync(this.#usesOf(pid), "utf8").split("\n")));
  }
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
