// A command's progress on standard error: a spinner on a terminal, plain lines elsewhere.

const terminal = process.stderr.isTTY && !process.env.CI;
const EVERY_MS = 5000;
const note = (line) => process.stderr.write(`${line}\n`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one step and shows it with its duration.
 * @template T
 * @param {string} title
 * @param {(say: (detail: string) => void) => Promise<T>} run `say` shows the current detail
 * @param {string} [usually] how long a long step usually takes: "usually a minute"
 * @returns {Promise<T>}
 */
export async function step(title, run, usually = "") {
  const start = performance.now();
  const display = await displayFor(title, start, usually && `, ${usually}`);
  try {
    const result = await run(display.say);
    display.end(`${title} ${seconds(start)}`, true);
    return result;
  } catch (error) {
    display.end(`${title}: failed after ${seconds(start)}`, false);
    throw error;
  }
}

async function displayFor(title, start, usually) {
  const ora = terminal ? await import("ora").catch(() => undefined) : undefined;
  return ora ? spinner(ora.default, title, start, usually) : lines(title, start, usually);
}

function spinner(ora, title, start, usually) {
  let detail = "";
  const spin = ora(title).start();
  const show = () => {
    spin.text = `${title} ${seconds(start)}${usually}${detail && `  ${detail}`}`;
  };
  const timer = setInterval(show, 200);
  return {
    say: (text) => {
      detail = text;
    },
    end: (text, ok) => {
      clearInterval(timer);
      spin[ok ? "succeed" : "fail"](text);
    },
  };
}

function lines(title, start, usually) {
  let detail = "";
  note(`… ${title}${usually}`);
  const timer = setInterval(() => note(`… ${title} ${seconds(start)}${detail && `  ${detail}`}`), EVERY_MS);
  return {
    say: (text) => {
      detail = text;
    },
    end: (text, ok) => {
      clearInterval(timer);
      note(`${ok ? "✓" : "✗"} ${text}`);
    },
  };
}
